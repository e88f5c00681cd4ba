-- Gifts: orders whose unlocks are given to nobody when they are paid. Whoever opens the gift's claim link has them; the order
-- itself stays the buyer's.
CREATE TABLE gifts (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases (id),
  -- The address that the buyer gave, so that the gift is among the orders of the account which proves it; null once one has,
  -- or its owner was erased.
  buyer_email TEXT,
  -- What stands on the card, and where its letter goes; null as long as the buyer has written nothing, and after an erasure.
  recipient TEXT,
  sender TEXT,
  message TEXT,
  -- The day of the letter, YYYY-MM-DD in Stockholm.
  send_on TEXT,
  -- How many letters the buyer has had written, those among them that a newer one replaced.
  letters INTEGER NOT NULL DEFAULT 0 CHECK (letters >= 0)
) STRICT;
CREATE INDEX gifts_by_buyer ON gifts (buyer_email) WHERE buyer_email IS NOT NULL;
CREATE INDEX gifts_by_recipient ON gifts (recipient) WHERE recipient IS NOT NULL;

-- How many letters go to an address on a day, so that nobody is flooded. Swept after that day.
CREATE TABLE gift_letters (
  purchase_id INTEGER NOT NULL REFERENCES purchases (id),
  number INTEGER NOT NULL,
  -- SHA-256 of the address, hexadecimal.
  recipient_hash TEXT NOT NULL,
  send_on TEXT NOT NULL,
  PRIMARY KEY (purchase_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX gift_letters_by_recipient ON gift_letters (recipient_hash, send_on);
CREATE INDEX gift_letters_by_day ON gift_letters (send_on);

-- The token again, encrypted with a key that is not in the database: an order has one link at a time, which its page, its
-- letters and its card all show. Null for links that were made before.
ALTER TABLE claim_links ADD COLUMN token_encrypted BLOB;
