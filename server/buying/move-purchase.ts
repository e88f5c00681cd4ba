// Moving an order to another e-mail address, because the buyer had typed a wrong one.

import type { Actor, Cause } from '#server/identity/cause.ts';
import { atAddressSince } from '#server/identity/leaving.ts';
import { integer, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { dropLetters, writeLetter } from '#server/outbox/outbox.ts';
import { isToItsOrder } from '#server/outbox/outbox-report.ts';
import { endClaimLinksOf } from '#server/owning/claim-links.ts';
import { moveGiftOrder } from '#server/owning/gifts.ts';
import { grantAdventures, moveGrantsTo } from '#server/owning/grants.ts';
import { isBuyerErased } from './erased-orders.ts';
import { grantedAnew } from './order-standing.ts';
import { forgetInMovesOf, noteMove } from './purchase-moves.ts';
import { findOrder } from './purchases.ts';
import { changeBuyer } from './settle-order.ts';

const setAddress = query(
  'UPDATE purchases SET email = ?, account_id = NULL WHERE id = ? RETURNING {columns}',
  { checkoutSessionId: text, paidAt: time },
);

/**
 * Moves a purchase to the owner of another address: what it unlocks leaves its account and waits for the new address, and
 * its claim links end; of a gift only the order moves. What ended with an erased owner is granted anew; with `to` as the address
 * that it has already, which only operators may give, also what an operator took away. The address of an erased buyer is not
 * kept with the moves, and not written to. Call it inside a transaction that holds the locks of both addresses and has locked
 * the purchase's row.
 */
export function* movePurchase(
  { id, email: from }: { id: number; email: string },
  to: string,
  reason: string,
  actor: Actor,
  at: Date,
): Script<void> {
  const refused = yield* refusedLetters.one(id);
  const wasErased = yield* isBuyerErased(id);
  yield* noteMove(id, { from, to, reason, actor, at });
  // The order kept the address of its erased buyer for the books. It has lost it, so the moves lose it too.
  if (wasErased && from !== to) yield* forgetInMovesOf(id, from);
  yield* changeBuyer([id], () => setBuyer(id, to, from === to, { by: actor, event: null }, at), at);
  yield* tellOfMove(id, wasErased || refused > 0 || from === to ? null : from, at);
}

function* setBuyer(id: number, email: string, stays: boolean, cause: Cause, at: Date): Script<void> {
  const { checkoutSessionId, paidAt } = yield* setAddress.one(email, id);
  // A gift's link and unlocks are not the buyer's: they stay where they are.
  if (yield* moveGiftOrder(id, email)) return;
  yield* endClaimLinksOf(checkoutSessionId, at);
  const order = yield* findOrder(checkoutSessionId);
  yield* moveGrantsTo(email, id, cause, at);
  const anew = order ? grantedAnew(order, stays) : [];
  const grant = { accountId: null, email, purchaseId: id, grantedAt: paidAt };
  yield* grantAdventures(
    'purchase',
    anew.map((adventureId) => ({ ...grant, adventureId })),
    cause,
    at,
  );
}

// Only letters to the address that the order had last, not to an earlier one.
const refusedLetters = query(
  `SELECT count(*) FROM letters WHERE purchase_id = ? AND state = 'refused' AND ${isToItsOrder}
     AND ended_at >= ${atAddressSince('letters.purchase_id')}`,
  integer,
);

/**
 * The confirmation goes to the right address; the other one is only told that the order moved.
 * @param from `null` for an address that takes no mail, is the same, or was erased
 */
function* tellOfMove(purchaseId: number, from: string | null, at: Date): Script<void> {
  yield* dropLetters(purchaseId, ['order-confirmation', 'address-corrected'], at);
  const move = { subject: `${purchaseId} ${at.toISOString()}`, purchaseId, happenedAt: at };
  yield* writeLetter({ kind: 'address-corrected', ...move }, at);
  if (from !== null) yield* writeLetter({ kind: 'order-moved', ...move, recipient: from }, at);
}
