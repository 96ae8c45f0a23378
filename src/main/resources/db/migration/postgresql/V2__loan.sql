-- The loan as the state machine left it; version is dense from 1. Pages keep room for its moves:
-- a row that stays on its page needs no new entry in the indexes.
CREATE TABLE loan (
    loan_id    VARCHAR(32) COLLATE "C" NOT NULL PRIMARY KEY,
    book_id    VARCHAR(32) NOT NULL,
    member_id  VARCHAR(32) NOT NULL,
    status     VARCHAR(16) NOT NULL CHECK (status IN ('CREATED', 'APPROVED', 'RETURNED', 'CANCELLED')),
    version    BIGINT      NOT NULL CHECK (version > 0),
    created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITH (fillfactor = 70);

-- Pruning by age, where it is on; updated_at would have every update write to all indexes.
CREATE INDEX loan_prune ON loan (created_at);
