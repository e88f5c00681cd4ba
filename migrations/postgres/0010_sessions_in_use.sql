-- As in SQLite: when a session was last used, and on what. The defaults are for processes of the program before this one,
-- which go on beginning sessions while they are replaced one after another.
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT 'A browser';
UPDATE sessions SET last_used_at = created_at;

CREATE TABLE known_devices (
  account_id text NOT NULL,
  device text NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, device)
);
CREATE INDEX known_devices_by_age ON known_devices (last_seen_at);
