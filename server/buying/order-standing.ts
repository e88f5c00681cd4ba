// What an order unlocks now: from its payment's facts and its grants, by one rule for its page, its link and its letters.

import type { Script } from '#server/ledger/script.ts';
import { unlocksOf } from '#server/owning/gifts.ts';
import { erasureReasons } from '#server/owning/grants.ts';
import { whyNotInEffect } from '#server/owning/in-effect.ts';
import type { ClaimError } from '#shared/api/claims.ts';
import { productById } from '#shared/catalogue.ts';
import { type DerivedOrder, deriveRecorded, keptLines } from './order-facts.ts';
import type { PurchaseLine } from './payment-provider.ts';
import { findOrder } from './purchases.ts';
import type { RecordedOrder } from './records.ts';

export interface Standing {
  order: RecordedOrder;
  /** The accounts that own some of it: at most one, unless something is wrong. */
  owners: string[];
  /** The adventures of the order that are in effect. */
  unlocks: string[];
  /** Why none can be claimed now. */
  error: ClaimError | null;
}

const over: ReadonlySet<ClaimError | null> = new Set(['order_withdrawn', 'order_refunded', 'order_reversed']);

/**
 * Whether the contract has ended: nothing is left to give or to withdraw from, and nothing of it comes back by itself.
 * @param error of the order's {@link Standing}
 */
export const isOver = (error: ClaimError | null): boolean => over.has(error);

/** The standing of an order; `null` for one that is not recorded, because it was not paid. */
export function* findStanding(checkoutSessionId: string): Script<Standing | null> {
  const order = yield* findOrder(checkoutSessionId);
  return order && standingOf(order);
}

/** What a recorded order unlocks now, for whom, and why nothing of it can be claimed. */
export function standingOf(order: RecordedOrder): Standing {
  const { gift, grants, purchase } = order;
  const derived = deriveRecorded(order);
  // The buyer of a gift does not own it; before it is opened, it unlocks what refunds and disputes leave of it.
  const accounts = grants.map(({ accountId }) => accountId);
  const isUnopened = gift?.openedAt === null;
  const unlocks = isUnopened
    ? unlocksOf(purchase.lines).filter((adventureId) => derived.withheld(adventureId) === null)
    : grants.filter((grant) => whyNotInEffect(grant) === null).map(({ adventureId }) => adventureId);
  const owners = isUnopened ? [] : gift ? accounts : [purchase.accountId, ...accounts];
  return {
    order,
    owners: [...new Set(owners.filter((owner) => owner !== null))],
    unlocks,
    error: obstacleOf(order, derived, unlocks.length),
  };
}

/**
 * The adventures of an order that are granted anew when it moves: what ended with its erased owner, or, when nothing did and
 * its address stays the same, what an operator took away. Not what was given back, or withdrawn from; and nothing of a gift,
 * which is not its buyer's.
 */
export function grantedAnew(order: RecordedOrder, stays: boolean): string[] {
  if (order.gift) return [];
  const { grants, withdrawal } = order;
  const kept: readonly string[] = unlocksOf(keptLines(order));
  const isKept = (adventureId: string) => withdrawal === null || kept.includes(adventureId);
  const open = grants
    .filter(({ withheldReason }) => withheldReason === null || withheldReason === 'dispute_open')
    .filter(({ adventureId }) => isKept(adventureId));
  const ended = open.filter(({ revokedReason }) => erasureReasons.some((reason) => reason === revokedReason));
  const taken = stays ? open.filter(({ revokedReason }) => revokedReason === 'operator') : [];
  return (ended.length > 0 ? ended : taken).map(({ adventureId }) => adventureId);
}

/** The lines of an order without those of which nothing is unlocked, such as refunded ones. */
export const unlockingLines = ({ order, unlocks }: Standing): PurchaseLine[] =>
  order.purchase.lines.filter(
    ({ productId }) =>
      // What a product that left the catalogue unlocks is not known.
      productById(productId)?.unlocks.some((adventureId) => unlocks.includes(adventureId)) ?? true,
  );

function obstacleOf(
  order: RecordedOrder,
  { standing, returnedProductIds }: DerivedOrder,
  counting: number,
): ClaimError | null {
  if (order.withdrawal && keptLines(order).length === 0) return 'order_withdrawn';
  if (counting > 0) return null;
  if (standing === 'disputed') return 'order_disputed';
  if (standing === 'reversed') return 'order_reversed';
  return standing === 'refunded' || returnedProductIds.size > 0 ? 'order_refunded' : 'order_ended';
}
