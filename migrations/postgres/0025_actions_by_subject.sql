-- As in SQLite.
CREATE INDEX operator_actions_by_subject ON operator_actions (subject, id);
