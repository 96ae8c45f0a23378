-- What has to be published, written in the transaction of its cause. A lane is the unit of order
-- and of holding. A dead letter's row has no payload: its bytes stay in dead_letter.
-- published: the relay is done with the row, since the broker has it (published_at), or since a
-- person gave up a row that the broker refused (discarded_at, and its quarantined_reason stays).
CREATE TABLE outbox (
    id                 BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id           VARCHAR(64) COLLATE "C" NOT NULL UNIQUE,
    event_type         VARCHAR(64)  NOT NULL,
    topic              VARCHAR(249) COLLATE "C" NOT NULL,
    message_key        BYTEA,
    lane               VARCHAR(64) COLLATE "C" NOT NULL,
    shard              SMALLINT     NOT NULL,
    aggregate_id       VARCHAR(64),
    aggregate_version  BIGINT,
    payload            TEXT,
    headers            TEXT         NOT NULL,
    dead_letter_id     VARCHAR(36) COLLATE "C" REFERENCES dead_letter (id),
    created_at         TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    published          BOOLEAN      NOT NULL DEFAULT FALSE,
    published_at       TIMESTAMP WITH TIME ZONE,
    attempts           INTEGER      NOT NULL DEFAULT 0,
    next_attempt_at    TIMESTAMP WITH TIME ZONE,
    quarantined_reason VARCHAR(200),
    discarded_at       TIMESTAMP WITH TIME ZONE,
    CHECK (published = (published_at IS NOT NULL OR discarded_at IS NOT NULL)),
    CHECK (published_at IS NULL OR discarded_at IS NULL),
    CHECK (published_at IS NULL OR (next_attempt_at IS NULL AND quarantined_reason IS NULL)),
    CHECK ((payload IS NULL) = (dead_letter_id IS NOT NULL))
);

-- The unsent rows of a topic and shard in order: a topic that is away is not even looked at.
CREATE INDEX outbox_unsent ON outbox (topic, shard, id) WHERE NOT published;
-- The rows that hold their lane: few, so that looking for one costs next to nothing. All of them
-- are unsent, but it does not say so: whoever asked for that might get outbox_unsent instead.
CREATE INDEX outbox_held ON outbox (lane, id)
    WHERE discarded_at IS NULL AND (next_attempt_at IS NOT NULL OR quarantined_reason IS NOT NULL);
-- Sent rows by age.
CREATE INDEX outbox_prune ON outbox (published_at) WHERE published;
-- A dead letter goes only when no outbox row refers to it.
CREATE INDEX outbox_dead_letter ON outbox (dead_letter_id) WHERE dead_letter_id IS NOT NULL;

-- What relays lock instead of rows: a shard's rows are read by one relay at a time.
CREATE TABLE outbox_shard (
    shard SMALLINT NOT NULL PRIMARY KEY
);
INSERT INTO outbox_shard (shard) SELECT generate_series(0, 63);
