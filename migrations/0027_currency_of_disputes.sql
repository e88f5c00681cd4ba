-- The currency of a dispute's amount: where the buyer was charged in another one, Stripe may tell it in that. NULL where it was
-- recorded before it was read; it is the order's then.
ALTER TABLE payment_disputes ADD COLUMN currency TEXT;
