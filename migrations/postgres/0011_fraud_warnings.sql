-- As in SQLite: early fraud warnings.
CREATE TABLE payment_fraud_warnings (
  id text PRIMARY KEY,
  payment_intent_id text NOT NULL,
  is_actionable boolean NOT NULL,
  as_of timestamptz(3) NOT NULL
);
CREATE INDEX payment_fraud_warnings_by_payment ON payment_fraud_warnings (payment_intent_id);
