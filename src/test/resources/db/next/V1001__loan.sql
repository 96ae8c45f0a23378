CREATE TABLE branch (
    branch_id VARCHAR(32) NOT NULL PRIMARY KEY
);
ALTER TABLE loan ADD COLUMN branch_id VARCHAR(32) REFERENCES branch (branch_id);
CREATE INDEX loan_branch ON loan (branch_id);
