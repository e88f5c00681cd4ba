-- The day on which each adventure comes out, as the buyers of pre-orders were last told it: they are told when it is put off.
CREATE TABLE announced_releases (
  adventure_id TEXT PRIMARY KEY,
  -- YYYY-MM-DD in Stockholm.
  day TEXT NOT NULL
) STRICT, WITHOUT ROWID;
