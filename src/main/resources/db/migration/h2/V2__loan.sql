-- The loan as the state machine left it; version is dense from 1.
CREATE TABLE loan (
    loan_id    VARCHAR(64) NOT NULL PRIMARY KEY,
    book_id    VARCHAR(64) NOT NULL,
    member_id  VARCHAR(64) NOT NULL,
    status     VARCHAR(16) NOT NULL CHECK (status IN ('CREATED', 'APPROVED', 'RETURNED', 'CANCELLED')),
    version    BIGINT      NOT NULL CHECK (version > 0),
    created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Pruning by age, where it is on; updated_at would have every update write to all indexes.
CREATE INDEX loan_prune ON loan (created_at);
