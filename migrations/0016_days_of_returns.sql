-- When a refund or lost dispute first counted: its day in the books, which stays the same whenever its state is read again.
-- Empty while it has not counted yet; `as_of` only says which of two states is newer.
ALTER TABLE payment_refunds ADD COLUMN counted_at TEXT;
ALTER TABLE payment_disputes ADD COLUMN counted_at TEXT;
UPDATE payment_refunds SET counted_at = as_of WHERE status IN ('pending', 'succeeded');
UPDATE payment_disputes SET counted_at = as_of WHERE status = 'lost';
