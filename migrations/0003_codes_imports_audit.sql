-- Activation codes in batches, imports that can be undone, orders that moved to another address, and a record of what
-- operators did.

-- What was made or brought in together. `created_by` is an actor as in `grant_events`.
CREATE TABLE code_batches (
  id INTEGER PRIMARY KEY,
  campaign TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('generated', 'imported')),
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
CREATE INDEX code_batches_by_campaign ON code_batches (campaign);
-- Codes from before there were batches: one batch a campaign.
INSERT INTO code_batches (campaign, origin, created_at, created_by)
  SELECT campaign, 'imported', min(created_at), 'migration' FROM activation_codes GROUP BY campaign;

ALTER TABLE activation_codes ADD COLUMN batch_id INTEGER REFERENCES code_batches (id);
-- The code without separators and with look-alikes made one (server/domain/activation-code.ts): how a typed code that
-- is none as it stands is still found. Not unique, because codes of other formats may differ in look-alikes only.
ALTER TABLE activation_codes ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE activation_codes ADD COLUMN expires_at TEXT;
ALTER TABLE activation_codes ADD COLUMN most_redemptions INTEGER NOT NULL DEFAULT 1 CHECK (most_redemptions >= 1);
UPDATE activation_codes SET
  batch_id = (SELECT id FROM code_batches WHERE code_batches.campaign = activation_codes.campaign),
  folded = replace(replace(replace(replace(replace(replace(replace(
    code, '-', ''), ' ', ''), '_', ''), 'o', '0'), 'i', '1'), 'l', '1'), 'u', 'v');
CREATE INDEX activation_codes_by_folded ON activation_codes (folded);
CREATE INDEX activation_codes_by_batch ON activation_codes (batch_id);
CREATE INDEX activation_codes_by_campaign ON activation_codes (campaign);

-- A code may be good for several accounts now, for each once. The account goes when it is deleted; the use stays.
CREATE TABLE redemptions_new (
  id INTEGER PRIMARY KEY,
  code_id INTEGER NOT NULL REFERENCES activation_codes (id),
  account_id TEXT,
  redeemed_at TEXT NOT NULL,
  UNIQUE (code_id, account_id)
) STRICT;
INSERT INTO redemptions_new (code_id, account_id, redeemed_at)
  SELECT code_id, account_id, redeemed_at FROM redemptions ORDER BY redeemed_at, code_id;
DROP TABLE redemptions;
ALTER TABLE redemptions_new RENAME TO redemptions;
CREATE INDEX redemptions_by_account ON redemptions (account_id) WHERE account_id IS NOT NULL;

-- Files that operators brought in. One that has not finished was interrupted: running it again completes it.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('backers', 'purchases')),
  name TEXT NOT NULL,
  started_at TEXT NOT NULL,
  started_by TEXT NOT NULL,
  finished_at TEXT,
  undone_at TEXT,
  undone_by TEXT,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) STRICT;

-- One row a line that was brought in: a digest of what it says, so that the same line is never brought in twice, not
-- even after its owner's data was erased, and so that no address is kept here.
CREATE TABLE import_entries (
  entry_key TEXT PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_entries_by_import ON import_entries (import_id);

-- Grants again: a code gives its adventures once to each account, and a grant knows its import. Their history refers to
-- them, so it is set aside meanwhile.
CREATE TABLE grants_new (
  id INTEGER PRIMARY KEY,
  adventure_id TEXT NOT NULL,
  account_id TEXT,
  email TEXT,
  source TEXT NOT NULL CHECK (source IN ('purchase', 'code', 'import', 'operator')),
  purchase_id INTEGER REFERENCES purchases (id),
  code_id INTEGER REFERENCES activation_codes (id),
  import_id INTEGER REFERENCES imports (id),
  granted_at TEXT NOT NULL,
  claimed_at TEXT,
  revoked_at TEXT,
  revoked_reason TEXT,
  withheld_at TEXT,
  withheld_reason TEXT CHECK (withheld_reason IN ('refunded', 'product_refunded', 'dispute_open', 'dispute_lost')),
  CHECK ((source = 'purchase') = (purchase_id IS NOT NULL)),
  CHECK ((source = 'code') = (code_id IS NOT NULL)),
  CHECK (source = 'import' OR import_id IS NULL),
  CHECK (account_id IS NOT NULL OR email IS NOT NULL OR revoked_at IS NOT NULL),
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  CHECK ((withheld_at IS NULL) = (withheld_reason IS NULL))
) STRICT;
INSERT INTO grants_new
    (id, adventure_id, account_id, email, source, purchase_id, code_id, granted_at, claimed_at, revoked_at,
     revoked_reason, withheld_at, withheld_reason)
  SELECT id, adventure_id, account_id, email, source, purchase_id, code_id, granted_at, claimed_at, revoked_at,
     revoked_reason, withheld_at, withheld_reason FROM grants;
CREATE TABLE grant_events_new (
  id INTEGER PRIMARY KEY,
  grant_id INTEGER NOT NULL REFERENCES grants_new (id),
  what TEXT NOT NULL CHECK (what IN
    ('granted', 'claimed', 'suspended', 'taken_back', 'restored', 'moved', 'revoked', 'unrevoked')),
  reason TEXT NOT NULL,
  -- 'webhook', 'order_page', 'reconciler', 'account', 'migration' or 'operator:…'.
  actor TEXT NOT NULL,
  -- The webhook event that brought it, where one did.
  event_id TEXT,
  at TEXT NOT NULL
) STRICT;
INSERT INTO grant_events_new (id, grant_id, what, reason, actor, event_id, at)
  SELECT id, grant_id, what, reason, actor, event_id, at FROM grant_events;
DROP TABLE grant_events;
DROP TABLE grants;
ALTER TABLE grants_new RENAME TO grants;
ALTER TABLE grant_events_new RENAME TO grant_events;
CREATE INDEX grant_events_by_grant ON grant_events (grant_id);
CREATE UNIQUE INDEX grants_by_purchase ON grants (purchase_id, adventure_id) WHERE purchase_id IS NOT NULL;
CREATE UNIQUE INDEX grants_by_code ON grants (code_id, account_id, adventure_id) WHERE code_id IS NOT NULL;
CREATE INDEX grants_by_account ON grants (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX grants_by_email ON grants (email) WHERE email IS NOT NULL;
CREATE INDEX grants_by_import ON grants (import_id) WHERE import_id IS NOT NULL;

-- Orders that an operator moved because the buyer had typed another address. Kept as long as the purchase.
CREATE TABLE purchase_moves (
  id INTEGER PRIMARY KEY,
  purchase_id INTEGER NOT NULL REFERENCES purchases (id),
  from_email TEXT NOT NULL,
  to_email TEXT NOT NULL,
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  moved_at TEXT NOT NULL
) STRICT;
CREATE INDEX purchase_moves_by_purchase ON purchase_moves (purchase_id);

-- What operators did and looked at. Addresses appear masked, so an erasure has nothing to look for here.
CREATE TABLE operator_actions (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  -- 'operator:…': the operating system's user at the command line, the account's user name on the operator's page.
  actor TEXT NOT NULL,
  -- For example 'codes.create'.
  action TEXT NOT NULL,
  -- The order, code batch, masked address or other thing it was about, where there is one.
  subject TEXT,
  reason TEXT,
  -- JSON.
  details TEXT NOT NULL
) STRICT;
CREATE INDEX operator_actions_by_time ON operator_actions (at);
