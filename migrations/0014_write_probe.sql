-- One row that the site writes from time to time to see whether the database takes writes at all (docs/security.md).
CREATE TABLE write_probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  written_at TEXT NOT NULL
) STRICT;
