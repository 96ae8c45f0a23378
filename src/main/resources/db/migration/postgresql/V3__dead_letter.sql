-- Records that could not take effect, raw and complete: PARKED wait for their predecessor,
-- DEAD wait for a person. id is derived from consumer, coordinates and fingerprint;
-- event_id and loan_id hold valid values only; parked_at is when the row was last parked, if ever.
CREATE TABLE dead_letter (
    id               VARCHAR(36) COLLATE "C" NOT NULL PRIMARY KEY,
    arrival          BIGINT       GENERATED ALWAYS AS IDENTITY,
    consumer         VARCHAR(64) COLLATE "C" NOT NULL,
    event_id         VARCHAR(64),
    loan_id          VARCHAR(32) COLLATE "C",
    event_type       VARCHAR(64),
    reason           VARCHAR(32),
    detail           VARCHAR(500),
    status           VARCHAR(16)  NOT NULL CHECK (status IN ('PARKED', 'DEAD', 'REDRIVEN', 'DISCARDED')),
    source_topic     VARCHAR(249) COLLATE "C" NOT NULL,
    source_partition INTEGER      NOT NULL,
    source_offset    BIGINT       NOT NULL,
    source_timestamp BIGINT       NOT NULL,
    fingerprint      VARCHAR(64) COLLATE "C" NOT NULL,
    record_key       BYTEA,
    record_value     BYTEA,
    record_headers   BYTEA        NOT NULL,
    attempts         INTEGER      NOT NULL DEFAULT 0,
    first_seen_at    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    parked_at        TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at       TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    UNIQUE (consumer, source_topic, source_partition, source_offset, fingerprint),
    CHECK (status <> 'PARKED' OR (event_id IS NOT NULL AND loan_id IS NOT NULL)),
    CHECK (status <> 'DEAD' OR (reason IS NOT NULL AND attempts > 0))
);

-- The parked events of a loan in order of arrival.
CREATE INDEX dead_letter_parked ON dead_letter (loan_id, arrival) WHERE status = 'PARKED';
-- Settled rows by age; their status is there to be counted.
CREATE INDEX dead_letter_prune ON dead_letter (updated_at) INCLUDE (status) WHERE status <> 'PARKED';
