-- The outbox: what the shop has to write to whom. A letter is noted in the transaction of its cause and sent later, by one
-- process at a time. Texts are made when it is sent, from what the database says then.
CREATE TABLE letters (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- What it is about: a checkout session, a refund, a withdrawal, a day. With the kind it makes the Message-ID, so that
  -- the same letter carries the same one whenever it is sent.
  subject TEXT NOT NULL,
  -- Its order; the address is the order's when it is sent.
  purchase_id INTEGER REFERENCES purchases (id),
  -- Where it goes when no order says it, and what else its text needs (a JSON object). Both go when the letter has ended.
  recipient TEXT,
  details TEXT,
  state TEXT NOT NULL CHECK (state IN (
    'waiting', 'sent',
    -- The mail service refused the address, or gave the letter up after days of trying.
    'refused', 'dead',
    -- It had become untrue, or its customer was erased, before it was sent.
    'dropped')),
  -- 1 for one of very many at once; all others go before it.
  bulk INTEGER NOT NULL CHECK (bulk IN (0, 1)),
  written_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  tries INTEGER NOT NULL,
  -- A process is sending it, until then at the latest.
  held_until TEXT,
  ended_at TEXT,
  -- What the mail service answered last, as codes: its words may quote the address.
  fault TEXT,
  CHECK ((ended_at IS NULL) = (state = 'waiting')),
  CHECK (state = 'waiting' OR (recipient IS NULL AND details IS NULL)),
  UNIQUE (kind, subject)
) STRICT;
CREATE INDEX letters_waiting ON letters (bulk, due_at) WHERE state = 'waiting';
CREATE INDEX letters_by_purchase ON letters (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX letters_by_recipient ON letters (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX letters_in_trouble ON letters (ended_at) WHERE state IN ('refused', 'dead');

-- One row: whether there is a mail service, and how it is.
CREATE TABLE mail_service (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Letters are owed for what has happened since; null while none are sent.
  owed_since TEXT,
  -- Why nothing can be sent at present, as codes, and since when; null while it can.
  fault TEXT,
  fault_since TEXT,
  -- When the doctor last tried whether the outbox can be written.
  tried_at TEXT,
  CHECK ((fault IS NULL) = (fault_since IS NULL))
) STRICT;
