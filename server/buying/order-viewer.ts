// Who may see and do what with an order: the buyer, by account or by browser.

import type { Account } from '#server/accounts/identity-provider.ts';
import type { Script } from '#server/ledger/script.ts';
import { orderGrants } from '#server/owning/grants.ts';
import { Refusal } from '#server/refusal.ts';
import { normaliseEmail } from '#shared/identity-input.ts';
import { correctionsOf } from './move-purchase.ts';
import { browserHashOf, wasOpenedBy } from './opened-checkouts.ts';
import type { RecordedOrder } from './records.ts';

/**
 * Who looks at an order. Its id travels in links, so it opens the order's page and proves no more. The buyer is the browser
 * that opened the payment page, known by its cookie, or the signed-in account that the order belongs to.
 */
export interface Viewer {
  account: Account | null;
  /** The id in the browser's cookie, or `null`. */
  browserId: string | null;
}

export const anybody: Viewer = { account: null, browserId: null };

/** @param accountId whom the order belongs to, or `null` */
export function* isBuyer(
  { account, browserId }: Viewer,
  order: { checkoutSessionId: string; accountId: string | null },
  at: Date,
): Script<boolean> {
  if (account !== null && account.id === order.accountId) return true;
  return browserId !== null && (yield* wasOpenedBy(order.checkoutSessionId, browserHashOf(browserId), at));
}

/**
 * Nobody but the buyer goes on.
 * @param to what for, as the refusal says it
 * @throws {Refusal} `forbidden`
 */
export function* requireBuyer(
  viewer: Viewer,
  order: { checkoutSessionId: string; accountId: string | null },
  at: Date,
  to = 'do this',
): Script<void> {
  if (!(yield* isBuyer(viewer, order, at))) throw notTheBuyer(to);
}

export const notTheBuyer = (to = 'do this') =>
  new Refusal('forbidden', `Only the browser that paid, or the account that owns the order, can ${to}.`);

export const orderNotFound = () =>
  new Refusal('order_not_found', 'Open the link from the payment page again.');

/** For how long after the payment its buyer can correct the address, in days, and how often. */
const correctableDays = 30;
const mostCorrections = 3;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether the buyer who looks can correct the address of an order: as long as nobody else has what it unlocked, so that no
 * correction can take anything out of another person's account, and while the address is not the buyer's own proved one.
 */
export function* mayCorrectAddress(
  { account }: Viewer,
  { purchase, gift }: Pick<RecordedOrder, 'purchase' | 'gift'>,
  at: Date,
): Script<boolean> {
  if (at.getTime() - purchase.paidAt.getTime() > correctableDays * dayMs) return false;
  // The account's own address, which it has proved: a letter changed in it would only give the order away.
  if (account?.emailVerified && normaliseEmail(account.email) === purchase.email) return false;
  const { grants } = yield* orderGrants(purchase.checkoutSessionId);
  // What a gift unlocked is not its buyer's, and stays where it is.
  const owners = [purchase.accountId, ...(gift ? [] : grants.map(({ accountId }) => accountId))];
  if (owners.some((owner) => owner !== null && owner !== account?.id)) return false;
  return (yield* correctionsOf(purchase.checkoutSessionId)) < mostCorrections;
}
