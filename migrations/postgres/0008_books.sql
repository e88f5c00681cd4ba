-- As in SQLite: what the books and the law ask of a sale besides.
ALTER TABLE purchases ADD COLUMN terms_version text;
ALTER TABLE purchases ADD COLUMN country text CHECK (length(country) = 2);
ALTER TABLE purchases ADD COLUMN vat_ore bigint CHECK (vat_ore BETWEEN 0 AND total_ore);
CREATE INDEX purchases_by_payment_day ON purchases (paid_at);
