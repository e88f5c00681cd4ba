// Authorisation for one order: who is its buyer (by account or by browser), and what they may do.

import { type Account, verifiedEmailOf } from '#server/identity/identity-provider.ts';
import type { Script } from '#server/ledger/script.ts';
import { dayMs } from '#server/moments.ts';
import { Refusal } from '#server/refusal.ts';
import { browserHashOf, wasOpenedBy } from './opened-checkouts.ts';
import { standingOf } from './order-standing.ts';
import { correctionsOf } from './purchase-moves.ts';
import type { RecordedOrder } from './records.ts';

/**
 * Who asks about an order. The order's id travels in links, so it only opens the order's page. The buyer is the browser
 * that opened the payment page, recognised by its cookie, or the signed-in account that the order belongs to. The browser does
 * not speak for an account that signed in after another one had opened the page.
 */
export interface Viewer {
  account: Account | null;
  /** The id in the browser's cookie, or `null`. */
  browserId: string | null;
}

/** A viewer of whom nothing is known. */
export const anybody: Viewer = { account: null, browserId: null };

/** @param accountId the account that the order belongs to, or `null` */
export function* isBuyer(
  { account, browserId }: Viewer,
  order: { checkoutSessionId: string; accountId: string | null },
  at: Date,
): Script<boolean> {
  if (account !== null && account.id === order.accountId) return true;
  if (browserId === null) return false;
  const accountId = account?.id ?? null;
  return yield* wasOpenedBy(order.checkoutSessionId, browserHashOf(browserId), accountId, at);
}

/**
 * Whether a viewer may know of the other order by which the same was paid for: its buyer, or the owner of the address. Whoever
 * has typed another's address does not learn what that one has bought; the confirmation tells it to the address.
 */
export function* knowsOther(
  viewer: Viewer,
  { purchase, repeats }: Pick<RecordedOrder, 'purchase' | 'repeats'>,
  at: Date,
): Script<boolean> {
  if (repeats === null) return false;
  if (ownsAddress(viewer, purchase.email)) return true;
  return yield* isBuyer(viewer, repeats, at);
}

const ownsAddress = ({ account }: Viewer, email: string) =>
  account !== null && verifiedEmailOf(account) === email;

/** Refuses everybody but the buyer. @param to what for, as the refusal says it @throws {Refusal} `forbidden` */
export function* requireBuyer(
  viewer: Viewer,
  order: { checkoutSessionId: string; accountId: string | null },
  at: Date,
  to = 'do this',
): Script<void> {
  if (!(yield* isBuyer(viewer, order, at))) throw notTheBuyer(to);
}

/** The refusal for whoever is not the order's buyer. @param to what for, as the refusal says it */
export const notTheBuyer = (to = 'do this') =>
  new Refusal('forbidden', `Only the browser that paid, or the account that owns the order, can ${to}.`);

/** The refusal for an id that is no order's. */
export const orderNotFound = () =>
  new Refusal('order_not_found', 'Open the link from the payment page again.');

/** For how many days after the payment its buyer can correct the address, and how often. */
const correctableDays = 30;
const mostCorrections = 3;

/**
 * Whether this buyer can correct the address of an order: only while it unlocks something, and is on no account, not even the
 * buyer's own. So no correction takes anything from an account. It also prevents a fraud: to play an order, then move it to the
 * address of somebody who bought the same, so that it looks like a double payment.
 */
export function* mayCorrectAddress(viewer: Viewer, order: RecordedOrder, at: Date): Script<boolean> {
  const { purchase, gift } = order;
  if (at.getTime() - purchase.paidAt.getTime() > correctableDays * dayMs) return false;
  // The account's own verified address: changing it would only give the order away.
  if (ownsAddress(viewer, purchase.email)) return false;
  if (purchase.accountId !== null) return false;
  const { owners, unlocks } = standingOf(order);
  // A gift's unlocks are not its buyer's, and stay where they are.
  if (!gift && (owners.length > 0 || unlocks.length === 0)) return false;
  return (yield* correctionsOf(purchase.checkoutSessionId)) < mostCorrections;
}
