-- As in SQLite: when money that counted as returned came back to the shop.
ALTER TABLE payment_refunds ADD COLUMN reinstated_at timestamptz(3);
ALTER TABLE payment_disputes ADD COLUMN reinstated_at timestamptz(3);
UPDATE payment_refunds SET reinstated_at = as_of WHERE status IN ('failed', 'canceled');
UPDATE payment_disputes SET reinstated_at = as_of WHERE status = 'won';
UPDATE payment_refunds SET counted_at = as_of WHERE counted_at IS NULL AND status IN ('pending', 'succeeded');
UPDATE payment_disputes SET counted_at = as_of WHERE counted_at IS NULL AND status = 'lost';
