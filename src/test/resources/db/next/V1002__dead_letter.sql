ALTER TABLE dead_letter ADD COLUMN assignee VARCHAR(64);
