-- What a next version may do to the tables under a running one: add what that one does without.
ALTER TABLE consumed_event ADD COLUMN origin VARCHAR(64);
