-- One row per event id and consumer whose effect is in this database (or parked in it).
CREATE TABLE consumed_event (
    event_id     VARCHAR(64) NOT NULL,
    consumer     VARCHAR(64) NOT NULL,
    payload_hash VARCHAR(64) NOT NULL,
    outcome      VARCHAR(16) NOT NULL CHECK (outcome IN ('APPLIED', 'UNCHANGED', 'PARKED')),
    loan_id      VARCHAR(32) NOT NULL,
    consumed_at  TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (event_id, consumer)
);

-- Pruning by age. Not BRIN: its ranges never shrink, so once pruned pages are filled again every
-- range looks old.
CREATE INDEX consumed_event_prune ON consumed_event (consumed_at);
