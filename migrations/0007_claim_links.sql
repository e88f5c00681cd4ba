-- Links that carry what an order unlocked to the account of whoever opens them in the app, whatever address was typed when it
-- was paid. Swept some weeks after they ended.
CREATE TABLE claim_links (
  -- SHA-256 of the token in the link, hexadecimal: a copy of this table claims nothing.
  token_hash TEXT PRIMARY KEY,
  -- Not a purchase's number: a link may be made while the money is still on its way.
  checkout_session_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  -- When it put its order on an account. Which account that is, the order itself says.
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_links_by_order ON claim_links (checkout_session_id);
CREATE INDEX claim_links_by_end ON claim_links (expires_at);
