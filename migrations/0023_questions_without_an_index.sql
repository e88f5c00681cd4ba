-- Questions that read a whole table after some years, while everybody else waits: who has used this address, which accounts have a
-- session, what operators did last of a kind, and how many letters wait.
CREATE INDEX sessions_by_email ON sessions (email);
DROP INDEX sessions_by_account;
CREATE INDEX sessions_by_account ON sessions (account_id, expires_at);
CREATE INDEX withdrawals_by_email ON withdrawals (email);
CREATE INDEX void_withdrawals_by_email ON void_withdrawals (email);
CREATE INDEX purchase_moves_by_former_address ON purchase_moves (from_email);
CREATE INDEX operator_actions_by_kind ON operator_actions (action, id);
CREATE INDEX letters_waiting_by_writing ON letters (written_at, fault) WHERE state = 'waiting';
