// Opening a claim link: an order's unlocks go to an account.

import { findStanding, unlockingLines } from '#server/buying/order-standing.ts';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import { lockOrdersOfBuyer } from '#server/buying/repeated-orders.ts';
import { settleOrder } from '#server/buying/settle-order.ts';
import { byAccount } from '#server/identity/cause.ts';
import { refuseBeingErased, refuseErased } from '#server/identity/erased-accounts.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { addressLock } from '#server/ledger/locks.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import {
  claimTokenHash,
  findClaimLink,
  lockClaimLink,
  noteClaimLinkUsed,
} from '#server/owning/claim-links.ts';
import { type Gift, openGift } from '#server/owning/gifts.ts';
import { noteGrantEvents } from '#server/owning/grant-history.ts';
import { adventuresOf } from '#server/owning/grants.ts';
import type { Clock, Log } from '#server/runtime.ts';
import type { ClaimError, ClaimPreview } from '#shared/api/claims.ts';
import { productById, titleById } from '#shared/catalogue.ts';
import { opensOn } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { claimLocks, claimPurchases, claimWaiting } from './claim-waiting.ts';
import { covers } from './redeem-code.ts';

/** `again` when the account had claimed the order before. */
type ClaimOutcome = { ok: true; unlocks: string[]; again: boolean } | { ok: false; error: ClaimError };

interface ClaimOrderNeeds {
  ledger: Ledger;
  clock: Clock;
  log: Log;
}

/**
 * Puts what an order unlocked on the account that opens its claim link, in one transaction. An order that is on an
 * account stays there, whichever link comes later; for the same account the call is idempotent. A gift that would give
 * the account nothing new is not used up, so that it can be passed on.
 * @throws {Refusal} `unauthorized` for an account that was erased, `deletion_under_way` for one whose deletion is noted
 */
export async function claimOrder(
  { ledger, clock, log }: ClaimOrderNeeds,
  account: Account,
  token: string,
): Promise<ClaimOutcome> {
  const at = clock();
  const tokenHash = claimTokenHash(token);
  const seen = await ledger.read(() => findClaimLink(tokenHash));
  if (!seen) return { ok: false, error: 'link_not_found' };
  const { checkoutSessionId } = seen;
  const order = await ledger.read(() => bySession.get(checkoutSessionId));
  // If the order moves to another address in between, that ends its links, and nothing is written here.
  const locks = [...claimLocks(account), ...(order ? [addressLock(order.email)] : [])];
  const claimed = await ledger.write([...new Set(locks)], () => claim(tokenHash, account, at));
  const outcome = claimed.ok ? (claimed.again ? 'repeated' : 'claimed') : claimed.error;
  log.info({ account: account.id, checkoutSession: checkoutSessionId, outcome }, 'claim link used');
  return claimed;
}

const bySession = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ?', {
  id: integer,
  email: text,
});
const giveGrants = query(
  `UPDATE grants SET account_id = ?, claimed_at = ?
   WHERE purchase_id = ? AND account_id IS NULL AND revoked_at IS NULL RETURNING id`,
  integer,
);

function* claim(tokenHash: string, account: Account, at: Date): Script<ClaimOutcome> {
  yield* refuseErased(account.id);
  yield* refuseBeingErased(account.id);
  const seen = yield* findClaimLink(tokenHash);
  const purchase = seen && (yield* bySession.get(seen.checkoutSessionId));
  // First the orders, in the order in which everybody locks them; then the link.
  if (purchase) yield* lockOrdersOfBuyer(purchase.id);
  const link = yield* lockClaimLink(tokenHash);
  if (!link) return { ok: false, error: 'link_not_found' };
  const found = yield* findStanding(link.checkoutSessionId);
  const isOwn = found?.owners.includes(account.id) ?? false;
  if (!isOwn && link.expiresAt <= at) return { ok: false, error: 'link_expired' };
  if (!purchase || !found) return { ok: false, error: 'order_not_paid' };
  const { owners, unlocks, error } = found;
  if (owners.some((owner) => owner !== account.id)) return { ok: false, error: 'belongs_to_other_account' };
  if (error !== null) return { ok: false, error };
  if (isOwn) return { ok: true, unlocks, again: true };
  if (found.order.gift) {
    yield* claimWaiting(account, at);
    if (covers(yield* adventuresOf(account.id), unlocks)) return { ok: false, error: 'already_owned' };
    yield* openGift(purchase.id, found.order.purchase.lines, account.id, at);
    // Grants that were withheld meanwhile (refunds, disputes) stay withheld.
    yield* settleOrder(purchase.id, byAccount, at);
  } else {
    const given = yield* giveGrants.all(account.id, at, purchase.id);
    yield* noteGrantEvents(given, 'claimed', 'claim_link', byAccount, at);
    yield* claimPurchases([purchase.id], account.id, at);
  }
  yield* noteClaimLinkUsed(tokenHash, at);
  return { ok: true, unlocks, again: false };
}

/**
 * What the holder of a link sees before opening it in the app. Needs no account and changes nothing.
 * @returns also whether there is such a link at all
 */
export async function previewClaim(
  { ledger, clock }: Pick<ClaimOrderNeeds, 'ledger' | 'clock'>,
  token: string,
): Promise<ClaimPreview> {
  const at = clock();
  return ledger.snapshot(function* () {
    const link = yield* findClaimLink(claimTokenHash(token));
    if (!link) return { state: 'link_not_found', products: [] };
    const found = yield* findStanding(link.checkoutSessionId);
    if (link.expiresAt <= at) {
      // Links without a token were ended early: the gift is no longer for whoever has them, who does not read its card.
      const gift = link.tokenEncrypted === null ? null : found?.order.gift;
      return { state: 'link_expired', products: [], ...(gift?.openedAt === null && giftIn(gift)) };
    }
    if (!found) return { state: 'order_not_paid', products: [] };
    const state = found.error ?? (found.owners.length > 0 ? 'claimed' : 'ready');
    const { gift, purchase } = found.order;
    const linesShown = found.error === null ? unlockingLines(found) : purchase.lines;
    return {
      state,
      products: describeProducts(linesShown, at),
      ...(gift && giftIn(gift)),
    };
  });
}

const giftIn = ({ sender, message }: Gift) => ({ gift: { from: sender, message } });

function describeProducts(lines: readonly PurchaseLine[], at: Date): ClaimPreview['products'] {
  return lines.map(({ productId: id }) => {
    const product = productById(id);
    const day = product ? opensOn(product, shopDay(at)) : null;
    return { id, title: titleById(id), ...(day !== null && { releasesOn: day }) };
  });
}
