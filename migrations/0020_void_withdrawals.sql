-- Withdrawals that another than the buyer declared, as an operator found: they do not count, and the buyer may still
-- declare one. Kept as they were declared.
CREATE TABLE void_withdrawals (
  reference TEXT PRIMARY KEY,
  purchase_id INTEGER NOT NULL REFERENCES purchases (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  product_ids TEXT NOT NULL,
  refund_ore INTEGER NOT NULL CHECK (refund_ore >= 0),
  confirmation TEXT NOT NULL,
  received_at TEXT NOT NULL,
  voided_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
