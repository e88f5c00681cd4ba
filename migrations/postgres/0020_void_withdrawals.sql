-- As in SQLite: withdrawals that another than the buyer declared.
CREATE TABLE void_withdrawals (
  reference text PRIMARY KEY,
  purchase_id bigint NOT NULL REFERENCES purchases (id),
  name text NOT NULL,
  email text NOT NULL,
  product_ids text NOT NULL,
  refund_ore bigint NOT NULL CHECK (refund_ore >= 0),
  confirmation text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  voided_at timestamptz(3) NOT NULL
);
