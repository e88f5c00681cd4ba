-- As in SQLite: how many letters of a kind go on a day to an address that may not have asked for them.
CREATE TABLE address_letters (
  kind text NOT NULL,
  subject text NOT NULL,
  recipient_hash text NOT NULL,
  day text NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX address_letters_by_recipient ON address_letters (recipient_hash, kind, day);
CREATE INDEX address_letters_by_day ON address_letters (day);

INSERT INTO address_letters SELECT 'gift', purchase_id || ' ' || number, recipient_hash, send_on FROM gift_letters;
DROP TABLE gift_letters;
