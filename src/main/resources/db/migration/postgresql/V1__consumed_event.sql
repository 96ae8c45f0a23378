-- One row per event id and consumer whose effect is in this database (or parked in it).
-- Keys are compared byte by byte in all tables: no language's rules, which take longer, and the
-- order in which the service sorts them.
CREATE TABLE consumed_event (
    event_id     VARCHAR(64) COLLATE "C" NOT NULL,
    consumer     VARCHAR(64) COLLATE "C" NOT NULL,
    payload_hash VARCHAR(64) NOT NULL,
    outcome      VARCHAR(16) NOT NULL CHECK (outcome IN ('APPLIED', 'UNCHANGED', 'PARKED')),
    loan_id      VARCHAR(32) NOT NULL,
    consumed_at  TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (event_id, consumer)
);

-- Pruning by age. Not BRIN: its ranges never shrink, so once pruned pages are filled again every
-- range looks old.
CREATE INDEX consumed_event_prune ON consumed_event (consumed_at);

-- How far each consumer is: every record of the partition before this offset is in this database.
-- Moved in the transaction of the records; behind the group's committed offset only when the
-- database itself has gone back.
CREATE TABLE intake_position (
    consumer         VARCHAR(64)  NOT NULL,
    source_topic     VARCHAR(249) NOT NULL,
    source_partition INTEGER      NOT NULL,
    next_offset      BIGINT       NOT NULL,
    updated_at       TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (consumer, source_topic, source_partition)
);
