// The history of grants: what happened to each, why, and who did it.

import type { Cause } from '#server/identity/cause.ts';
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
 * Writes the history of grants, in the order of their numbers, because databases return rows in any order. Call it in the
 * transaction that changes a grant.
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
