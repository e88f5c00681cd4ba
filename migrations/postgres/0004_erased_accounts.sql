-- The same schema as ../0004_erased_accounts.sql, whose comments say what it is for.

CREATE TABLE erased_accounts (
  account_hash text PRIMARY KEY,
  kept_until timestamptz(3) NOT NULL
);
CREATE INDEX erased_accounts_by_end ON erased_accounts (kept_until);
