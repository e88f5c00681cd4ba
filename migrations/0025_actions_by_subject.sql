-- What operators did to one order, without reading the whole log of their actions.
CREATE INDEX operator_actions_by_subject ON operator_actions (subject, id);
