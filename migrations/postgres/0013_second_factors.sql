-- As in SQLite: whether the account of a session signs in with a second factor.
ALTER TABLE sessions ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;
