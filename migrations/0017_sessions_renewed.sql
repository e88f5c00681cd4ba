-- When the identity service last renewed the session's tokens, so the account existed then; empty while it has not since the
-- session began. An account that was deleted elsewhere may be noticed up to a day later.
ALTER TABLE sessions ADD COLUMN renewed_at TEXT;
