// The history of grants: what happened to each, why, and who did it.

import type { Cause } from '#server/buying/records.ts';
import { command, type Script } from '#server/ledger/script.ts';

export type GrantChange =
  | 'granted'
  | 'claimed'
  | 'suspended'
  | 'taken_back'
  | 'restored'
  | 'moved'
  | 'revoked'
  | 'unrevoked';

const insert = command('INSERT INTO grant_events (grant_id, what, reason, actor, event_id, at) VALUES ?*');

/**
 * Writes the history of grants, in the order of their numbers, however a database told them. Whoever changes a grant calls it
 * in the same transaction.
 * @param reason a code, never personal
 */
export function* noteGrantEvents(
  grantIds: readonly number[],
  what: GrantChange,
  reason: string,
  { by, event }: Cause,
  at: Date,
): Script<void> {
  const inOrder = grantIds.toSorted((one, other) => one - other);
  yield* insert.each(inOrder.map((id) => [id, what, reason, by, event?.id ?? null, at]));
}
