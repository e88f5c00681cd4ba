-- Whether the account of a session signs in with a second factor, as the identity service said when the session was last renewed.
-- Asked for operators only: nobody else's pages depend on it.
ALTER TABLE sessions ADD COLUMN has_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (has_second_factor IN (0, 1));
