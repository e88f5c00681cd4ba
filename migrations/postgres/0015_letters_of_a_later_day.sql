-- A letter for a later day, as gifts have them, counts as written on that day: what waits for it is no fault of the mail service.
UPDATE letters SET written_at = due_at WHERE kind = 'gift' AND state = 'waiting' AND tries = 0 AND due_at > written_at;
