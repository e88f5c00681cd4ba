// The end of a letter that does not arrive.

import type { Script } from '#server/ledger/script.ts';
import { endLetter, type HeldLetter, tellGiver } from '#server/outbox/outbox.ts';

/**
 * Ends a letter that does not arrive, and of a gift's writes to its giver in the same transaction, once for each: nobody else
 * knows of it, and only the giver can send the gift elsewhere.
 * @param fault the mail service's answer, as codes
 */
export function* endUndelivered(
  { id, kind, subject, purchaseId }: HeldLetter,
  state: 'refused' | 'dead',
  fault: string,
  at: Date,
): Script<void> {
  yield* endLetter(id, state, fault, at);
  if (kind === 'gift' && purchaseId !== null) yield* tellGiver({ subject, purchaseId }, at);
}
