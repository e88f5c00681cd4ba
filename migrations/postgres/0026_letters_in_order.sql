-- The letters that are due, in the order in which they go. Those of a mass mailing are all due at one moment, and without their
-- numbers in the index all of them were sorted for every few that were taken.
DROP INDEX letters_waiting;
CREATE INDEX letters_waiting ON letters (bulk, due_at, id) WHERE state = 'waiting';
