-- What has to be published, written in the transaction of its cause. A lane is the unit of order
-- and of holding. A dead letter's row has no payload: its bytes stay in dead_letter.
-- published: the relay is done with the row, since the broker has it (published_at), or since a
-- person gave up a row that the broker refused (discarded_at, and its quarantined_reason stays).
CREATE TABLE outbox (
    id                 BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id           VARCHAR(64)  NOT NULL UNIQUE,
    event_type         VARCHAR(64)  NOT NULL,
    topic              VARCHAR(249) NOT NULL,
    message_key        BINARY LARGE OBJECT,
    lane               VARCHAR(128) NOT NULL,
    shard              SMALLINT     NOT NULL,
    aggregate_id       VARCHAR(128),
    aggregate_version  BIGINT,
    payload            CHARACTER VARYING,
    headers            CHARACTER VARYING NOT NULL,
    dead_letter_id     VARCHAR(36)  REFERENCES dead_letter (id),
    created_at         TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published          BOOLEAN      DEFAULT FALSE NOT NULL,
    published_at       TIMESTAMP WITH TIME ZONE,
    attempts           INTEGER      DEFAULT 0 NOT NULL,
    next_attempt_at    TIMESTAMP WITH TIME ZONE,
    quarantined_reason VARCHAR(200),
    discarded_at       TIMESTAMP WITH TIME ZONE,
    CHECK (published = (published_at IS NOT NULL OR discarded_at IS NOT NULL)),
    CHECK (published_at IS NULL OR discarded_at IS NULL),
    CHECK ((payload IS NULL) = (dead_letter_id IS NOT NULL))
);

-- The unsent rows in order; H2 has no partial index.
CREATE INDEX outbox_unsent ON outbox (published, id);
-- The rows that hold their lane.
CREATE INDEX outbox_held ON outbox (lane, published, id);
-- Sent rows by age.
CREATE INDEX outbox_prune ON outbox (published_at);

-- What relays lock instead of rows: a shard's rows are read by one relay at a time.
CREATE TABLE outbox_shard (
    shard SMALLINT NOT NULL PRIMARY KEY
);
INSERT INTO outbox_shard (shard) SELECT r.shard FROM system_range(0, 63) AS r (shard);
