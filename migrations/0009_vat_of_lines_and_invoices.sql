-- The VAT within the price of each line, as the payment provider reckoned it: öre, rate in parts per million, and the country that
-- it is due in (ISO 3166-1). Null for what was sold before, and where the provider reckons none: the order's own VAT holds then.
ALTER TABLE purchase_lines ADD COLUMN vat_ore INTEGER CHECK (vat_ore BETWEEN 0 AND price_ore);
ALTER TABLE purchase_lines ADD COLUMN vat_ppm INTEGER
  CHECK (vat_ppm >= 0) CHECK ((vat_ppm IS NULL) = (vat_ore IS NULL));
ALTER TABLE purchase_lines ADD COLUMN vat_country TEXT CHECK (length(vat_country) = 2);

-- The invoice that the payment provider made of the sale. Its address changes, so it is asked for when somebody wants to see it.
ALTER TABLE purchases ADD COLUMN invoice_id TEXT;
