-- How many letters of a kind go on a day to an address that may not have asked for them, so that nobody is flooded: gifts, whose
-- counts were alone before, and now payments under way too. Swept after that day.
CREATE TABLE address_letters (
  kind TEXT NOT NULL,
  -- As in letters: what the letter is about.
  subject TEXT NOT NULL,
  -- SHA-256 of the address, hexadecimal.
  recipient_hash TEXT NOT NULL,
  -- The shop's day, YYYY-MM-DD.
  day TEXT NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_letters_by_recipient ON address_letters (recipient_hash, kind, day);
CREATE INDEX address_letters_by_day ON address_letters (day);

INSERT INTO address_letters SELECT 'gift', purchase_id || ' ' || number, recipient_hash, send_on FROM gift_letters;
DROP TABLE gift_letters;
