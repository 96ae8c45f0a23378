-- One row per event id and consumer whose effect is in this database (or parked in it).
-- H2 counts UTF-16 units, so a column of n code points is 2n wide.
CREATE TABLE consumed_event (
    event_id     VARCHAR(64) NOT NULL,
    consumer     VARCHAR(64) NOT NULL,
    payload_hash VARCHAR(64) NOT NULL,
    outcome      VARCHAR(16) NOT NULL CHECK (outcome IN ('APPLIED', 'UNCHANGED', 'PARKED')),
    loan_id      VARCHAR(64) NOT NULL,
    consumed_at  TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (event_id, consumer)
);

-- Pruning by age.
CREATE INDEX consumed_event_prune ON consumed_event (consumed_at);
