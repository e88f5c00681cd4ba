-- As in SQLite: when the identity service last renewed the session's tokens.
ALTER TABLE sessions ADD COLUMN renewed_at timestamptz(3);
