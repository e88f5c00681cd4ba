-- As in SQLite: when a refund or lost dispute first counted.
ALTER TABLE payment_refunds ADD COLUMN counted_at timestamptz(3);
ALTER TABLE payment_disputes ADD COLUMN counted_at timestamptz(3);
UPDATE payment_refunds SET counted_at = as_of WHERE status IN ('pending', 'succeeded');
UPDATE payment_disputes SET counted_at = as_of WHERE status = 'lost';
