-- Payment pages that were opened, so that a newer one of the same buyer can close an older one for the same things, and so
-- that the browser that paid is known again by the shop. Swept some weeks after they were opened.
CREATE TABLE opened_checkouts (
  id INTEGER PRIMARY KEY,
  checkout_session_id TEXT NOT NULL UNIQUE,
  -- The signed-in buyer, where there was one.
  account_id TEXT,
  -- SHA-256 of the id in the browser's cookie: a copy of this table proves nothing.
  browser_hash TEXT NOT NULL,
  -- JSON array.
  product_ids TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  -- When the payment page closes by itself.
  expires_at TEXT NOT NULL,
  -- When it was learned that nothing more can be paid there, and the checkout that was opened in its place, if one was.
  closed_at TEXT,
  replaced_by TEXT,
  CHECK (replaced_by IS NULL OR closed_at IS NOT NULL)
) STRICT;
CREATE INDEX opened_checkouts_by_browser ON opened_checkouts (browser_hash);
CREATE INDEX opened_checkouts_by_account ON opened_checkouts (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX opened_checkouts_by_opening ON opened_checkouts (opened_at);

-- What the buyer was charged where the payment page showed another currency (adaptive pricing): minor units and ISO 4217 in
-- lower case. The total stays what the shop asked, in its own currency.
ALTER TABLE purchases ADD COLUMN paid_amount INTEGER CHECK (paid_amount >= 0);
ALTER TABLE purchases ADD COLUMN paid_currency TEXT CHECK ((paid_currency IS NULL) = (paid_amount IS NULL));
