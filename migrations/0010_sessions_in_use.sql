-- What people are shown of their sessions besides: when it was last used, to the hour, and on what it began, in words such as
-- "Chrome on Android". A session that nobody uses ends earlier, so `expires_at` moves on as it is used. The table is made anew
-- because SQLite adds no column without a value for the rows that are there.
CREATE TABLE sessions_in_use (
  id_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  username TEXT NOT NULL,
  email TEXT NOT NULL,
  email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
  refresh_token_encrypted BLOB NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  device TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions_in_use
  SELECT id_hash, account_id, username, email, email_verified, refresh_token_encrypted, created_at, expires_at, created_at,
    'A browser'
  FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_in_use RENAME TO sessions;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Kinds of device that an account has signed in on, so that its owner is told of one that is new. Words, no more: nothing here
-- tells one phone from another of its kind.
CREATE TABLE known_devices (
  account_id TEXT NOT NULL,
  device TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  PRIMARY KEY (account_id, device)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_by_age ON known_devices (last_seen_at);
