-- Early fraud warnings: a bank calls a payment fraudulent before anybody disputes it. The newest known state of each, by payment:
-- they may come before their purchase. Nothing personal.
CREATE TABLE payment_fraud_warnings (
  id TEXT PRIMARY KEY,
  payment_intent_id TEXT NOT NULL,
  -- Whether giving the payment back would still spare the dispute, as the payment provider sees it.
  is_actionable INTEGER NOT NULL CHECK (is_actionable IN (0, 1)),
  as_of TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_fraud_warnings_by_payment ON payment_fraud_warnings (payment_intent_id);
