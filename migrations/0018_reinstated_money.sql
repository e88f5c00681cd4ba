-- When money that counted as returned came back to the shop: a refund failed, or a lost dispute was won after all. The books
-- then have a line on this day, and the line on `counted_at` stays.
ALTER TABLE payment_refunds ADD COLUMN reinstated_at TEXT;
ALTER TABLE payment_disputes ADD COLUMN reinstated_at TEXT;
UPDATE payment_refunds SET reinstated_at = as_of WHERE status IN ('failed', 'canceled');
UPDATE payment_disputes SET reinstated_at = as_of WHERE status = 'won';
-- Rows that a process of an older version wrote during the update to 0016.
UPDATE payment_refunds SET counted_at = as_of WHERE counted_at IS NULL AND status IN ('pending', 'succeeded');
UPDATE payment_disputes SET counted_at = as_of WHERE counted_at IS NULL AND status = 'lost';
