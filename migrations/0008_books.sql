-- What the books and the law ask of a sale besides: the version of the terms under which the payment page was opened, the
-- buyer's country (ISO 3166-1), and the VAT in the total, in öre. The last two as the payment provider told them; null where
-- it did not, and VAT also where it did not reckon any.
ALTER TABLE purchases ADD COLUMN terms_version TEXT;
ALTER TABLE purchases ADD COLUMN country TEXT CHECK (length(country) = 2);
ALTER TABLE purchases ADD COLUMN vat_ore INTEGER CHECK (vat_ore BETWEEN 0 AND total_ore);
CREATE INDEX purchases_by_payment_day ON purchases (paid_at);
