-- As in SQLite: one row that says whether the database takes writes at all.
CREATE TABLE write_probe (
  id bigint PRIMARY KEY CHECK (id = 1),
  written_at timestamptz(3) NOT NULL
);
