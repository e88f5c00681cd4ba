-- What is deleted a while after its end: letters about no order. Those about orders stay, and are not looked through for it.
CREATE INDEX letters_without_order ON letters (ended_at) WHERE purchase_id IS NULL;
