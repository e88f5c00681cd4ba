-- Times are ISO 8601 text in UTC, amounts integer öre, e-mail addresses trimmed and lower-cased.

-- Every webhook event seen, so that a repeated delivery is recognised and an operator can follow what happened.
CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  -- The checkout session or other object the event is about, where there is one.
  object_id TEXT,
  outcome TEXT NOT NULL
    CHECK (outcome IN ('fulfilled', 'already_fulfilled', 'not_paid', 'not_ours', 'no_email', 'ignored')),
  created_at TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A settled payment. Kept for bookkeeping even when the account is deleted.
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY,
  checkout_session_id TEXT NOT NULL UNIQUE,
  payment_intent_id TEXT UNIQUE,
  email TEXT NOT NULL,
  account_id TEXT,
  currency TEXT NOT NULL,
  total_ore INTEGER NOT NULL CHECK (total_ore >= 0),
  live INTEGER NOT NULL CHECK (live IN (0, 1)),
  -- When the buyer paid, and when it was recorded here.
  paid_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL
) STRICT;
CREATE INDEX purchases_by_email ON purchases (email);
CREATE INDEX purchases_by_account ON purchases (account_id) WHERE account_id IS NOT NULL;

CREATE TABLE purchase_lines (
  purchase_id INTEGER NOT NULL REFERENCES purchases (id),
  product_id TEXT NOT NULL,
  price_ore INTEGER NOT NULL CHECK (price_ore >= 0),
  PRIMARY KEY (purchase_id, product_id)
) STRICT, WITHOUT ROWID;

-- Activation codes, in the form in which they are compared: trimmed and lower-cased.
CREATE TABLE activation_codes (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  campaign TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;

CREATE TABLE activation_code_unlocks (
  code_id INTEGER NOT NULL REFERENCES activation_codes (id),
  adventure_id TEXT NOT NULL,
  PRIMARY KEY (code_id, adventure_id)
) STRICT, WITHOUT ROWID;

-- One row a redeemed code. The account goes when it is deleted; that the code is used stays.
CREATE TABLE redemptions (
  code_id INTEGER PRIMARY KEY REFERENCES activation_codes (id),
  account_id TEXT,
  redeemed_at TEXT NOT NULL
) STRICT;
CREATE INDEX redemptions_by_account ON redemptions (account_id) WHERE account_id IS NOT NULL;

-- Who owns what, and why. A grant belongs to an account, or waits for the verified owner of an address.
CREATE TABLE grants (
  id INTEGER PRIMARY KEY,
  adventure_id TEXT NOT NULL,
  account_id TEXT,
  email TEXT,
  source TEXT NOT NULL CHECK (source IN ('purchase', 'code', 'import', 'operator')),
  purchase_id INTEGER REFERENCES purchases (id),
  code_id INTEGER REFERENCES activation_codes (id),
  granted_at TEXT NOT NULL,
  claimed_at TEXT,
  revoked_at TEXT,
  revoked_reason TEXT,
  CHECK ((source = 'purchase') = (purchase_id IS NOT NULL)),
  CHECK ((source = 'code') = (code_id IS NOT NULL)),
  CHECK (account_id IS NOT NULL OR email IS NOT NULL OR revoked_at IS NOT NULL),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  UNIQUE (purchase_id, adventure_id),
  UNIQUE (code_id, adventure_id)
) STRICT;
CREATE INDEX grants_by_account ON grants (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX grants_waiting_by_email ON grants (email) WHERE account_id IS NULL;

-- Browser sessions. `id_hash` is the SHA-256 of the id in the cookie: a copy of this table opens no session.
CREATE TABLE sessions (
  id_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  username TEXT NOT NULL,
  email TEXT NOT NULL,
  email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
  refresh_token_encrypted BLOB NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Account deletions under way, so that one that was interrupted is finished later. Tokens are encrypted.
CREATE TABLE account_erasures (
  account_id TEXT PRIMARY KEY,
  email TEXT,
  access_token_encrypted BLOB NOT NULL,
  requested_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
