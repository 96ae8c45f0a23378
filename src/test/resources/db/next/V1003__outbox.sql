ALTER TABLE outbox ADD COLUMN priority SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX outbox_priority ON outbox (priority, id) WHERE NOT published;
