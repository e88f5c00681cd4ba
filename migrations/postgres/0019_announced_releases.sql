-- As in SQLite: the day on which each adventure comes out, as the buyers of pre-orders were last told it.
CREATE TABLE announced_releases (
  adventure_id text PRIMARY KEY,
  day text NOT NULL
);
