-- Whether the payment provider makes an invoice of the sale, so that a sale whose invoice is not known yet can be found. Of what was
-- sold before nobody noted it.
ALTER TABLE purchases ADD COLUMN makes_invoice INTEGER NOT NULL DEFAULT 0 CHECK (makes_invoice IN (0, 1));
