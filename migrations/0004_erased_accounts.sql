-- Accounts that were erased, so that an id token issued before, a payment that settles late, or a call that was under way
-- does not write a dead account's id again. A digest: whom it was is not kept. Swept once nothing can name the id any more.
CREATE TABLE erased_accounts (
  -- SHA-256 of the account's id, hexadecimal.
  account_hash TEXT PRIMARY KEY,
  kept_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_accounts_by_end ON erased_accounts (kept_until);
