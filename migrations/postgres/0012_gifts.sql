-- The same schema as ../0011_gifts.sql, whose comments say what it is for.

CREATE TABLE gifts (
  purchase_id bigint PRIMARY KEY REFERENCES purchases (id),
  buyer_email text,
  recipient text,
  sender text,
  message text,
  send_on text,
  letters bigint NOT NULL DEFAULT 0 CHECK (letters >= 0)
);
CREATE INDEX gifts_by_buyer ON gifts (buyer_email) WHERE buyer_email IS NOT NULL;
CREATE INDEX gifts_by_recipient ON gifts (recipient) WHERE recipient IS NOT NULL;

CREATE TABLE gift_letters (
  purchase_id bigint NOT NULL REFERENCES purchases (id),
  number bigint NOT NULL,
  recipient_hash text NOT NULL,
  send_on text NOT NULL,
  PRIMARY KEY (purchase_id, number)
);
CREATE INDEX gift_letters_by_recipient ON gift_letters (recipient_hash, send_on);
CREATE INDEX gift_letters_by_day ON gift_letters (send_on);

ALTER TABLE claim_links ADD COLUMN token_encrypted bytea;
