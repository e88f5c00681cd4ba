-- As in SQLite: the currency of a dispute's amount.
ALTER TABLE payment_disputes ADD COLUMN currency text;
