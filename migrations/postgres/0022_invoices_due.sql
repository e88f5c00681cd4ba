-- As in SQLite: whether the payment provider makes an invoice of the sale.
ALTER TABLE purchases ADD COLUMN makes_invoice boolean NOT NULL DEFAULT false;
