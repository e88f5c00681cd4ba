-- As in SQLite: the VAT of each line, and the invoice of a sale.
ALTER TABLE purchase_lines
  ADD COLUMN vat_ore bigint CHECK (vat_ore BETWEEN 0 AND price_ore),
  ADD COLUMN vat_ppm bigint CHECK (vat_ppm >= 0),
  ADD COLUMN vat_country text CHECK (length(vat_country) = 2),
  ADD CHECK ((vat_ppm IS NULL) = (vat_ore IS NULL));
ALTER TABLE purchases ADD COLUMN invoice_id text;
