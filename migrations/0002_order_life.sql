-- What happens to an order after it was paid. Refunds and disputes are kept as facts, as the payment provider tells
-- them; what they mean for grants is derived from all of them together, so the order in which they arrive cannot matter.

-- The ledger again, with the outcomes of refunds and disputes, and with who brought the event.
CREATE TABLE webhook_events_new (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  -- The checkout session, refund, dispute or other object the event is about, where there is one.
  object_id TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN (
    'fulfilled', 'already_fulfilled', 'not_paid', 'not_ours', 'no_email', 'ignored',
    -- A refund or dispute that changed the order, changed nothing, or waits for its purchase.
    'applied', 'unchanged', 'waiting')),
  -- 'webhook' when the provider delivered it, 'reconciler' when it was found missing, 'operator:…' when replayed.
  brought_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webhook_events_new (id, type, object_id, outcome, brought_by, created_at, received_at)
  SELECT id, type, object_id, outcome, 'webhook', created_at, received_at FROM webhook_events;
DROP TABLE webhook_events;
ALTER TABLE webhook_events_new RENAME TO webhook_events;
CREATE INDEX webhook_events_by_receipt ON webhook_events (received_at);

-- The newest known state of each refund and dispute. Keyed by payment, not by purchase: they may arrive first.
CREATE TABLE payment_refunds (
  id TEXT PRIMARY KEY,
  payment_intent_id TEXT NOT NULL,
  amount_ore INTEGER NOT NULL CHECK (amount_ore >= 0),
  status TEXT NOT NULL,
  -- JSON array of the product ids that the refund names in its metadata.
  product_ids TEXT NOT NULL,
  -- The provider's time of this state, which decides which of two states is newer.
  as_of TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_refunds_by_payment ON payment_refunds (payment_intent_id);

CREATE TABLE payment_disputes (
  id TEXT PRIMARY KEY,
  payment_intent_id TEXT NOT NULL,
  amount_ore INTEGER NOT NULL CHECK (amount_ore >= 0),
  status TEXT NOT NULL,
  as_of TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_disputes_by_payment ON payment_disputes (payment_intent_id);

-- The text the buyer agreed to on the payment page, word for word; null without consent.
ALTER TABLE purchases ADD COLUMN consent_text TEXT;

-- A grant counts while it is neither revoked (for good: an operator, a deleted account) nor withheld (for as long as
-- the facts of its order say so).
ALTER TABLE grants ADD COLUMN withheld_at TEXT;
ALTER TABLE grants ADD COLUMN withheld_reason TEXT
  CHECK (withheld_reason IN ('refunded', 'product_refunded', 'dispute_open', 'dispute_lost'))
  CHECK ((withheld_at IS NULL) = (withheld_reason IS NULL));

-- Every change of a grant: what, why, when, and by whom. Nothing personal: accounts and addresses are in `grants`.
CREATE TABLE grant_events (
  id INTEGER PRIMARY KEY,
  grant_id INTEGER NOT NULL REFERENCES grants (id),
  what TEXT NOT NULL CHECK (what IN
    ('granted', 'claimed', 'suspended', 'taken_back', 'restored', 'moved', 'revoked', 'unrevoked')),
  reason TEXT NOT NULL,
  -- 'webhook', 'order_page', 'reconciler', 'account', 'migration' or 'operator:…'.
  actor TEXT NOT NULL,
  -- The webhook event that brought it, where one did.
  event_id TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX grant_events_by_grant ON grant_events (grant_id);
INSERT INTO grant_events (grant_id, what, reason, actor, at)
  SELECT id, 'granted', source, 'migration', granted_at FROM grants;
INSERT INTO grant_events (grant_id, what, reason, actor, at)
  SELECT id, 'claimed', 'verified_email', 'migration', claimed_at FROM grants
  WHERE claimed_at IS NOT NULL AND email IS NOT NULL;
INSERT INTO grant_events (grant_id, what, reason, actor, at)
  SELECT id, 'revoked', revoked_reason, 'migration', revoked_at FROM grants WHERE revoked_at IS NOT NULL;

-- What only a person can decide about an order. The shop closes what has settled itself; what an operator closed stays
-- closed.
CREATE TABLE order_attention (
  purchase_id INTEGER NOT NULL REFERENCES purchases (id),
  reason TEXT NOT NULL,
  -- The refund, dispute, product or withdrawal it is about.
  subject TEXT NOT NULL,
  raised_at TEXT NOT NULL,
  resolved_at TEXT,
  resolved_by TEXT,
  PRIMARY KEY (purchase_id, reason, subject),
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX order_attention_open ON order_attention (raised_at) WHERE resolved_at IS NULL;

-- Withdrawals from a purchase that buyers declared on the site; one an order. Kept as long as the purchase.
CREATE TABLE withdrawals (
  reference TEXT PRIMARY KEY,
  purchase_id INTEGER NOT NULL UNIQUE REFERENCES purchases (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  -- JSON array.
  product_ids TEXT NOT NULL,
  refund_ore INTEGER NOT NULL CHECK (refund_ore >= 0),
  -- The confirmation as the buyer got it, word for word.
  confirmation TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Complete runs of the reconciler: the next one looks back to where the last one began.
CREATE TABLE reconciliations (
  started_at TEXT PRIMARY KEY,
  finished_at TEXT NOT NULL,
  since TEXT NOT NULL,
  -- What it did, as JSON.
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;
