// Recording and reading purchases with their lines and grants.

import { isBeingErased, isErased } from '#server/identity/erased-accounts.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { ownerLocks, paymentLock } from '#server/ledger/locks.ts';
import { flag, integer, text } from '#server/ledger/rows.ts';
import { command, eachOf, query, type Script } from '#server/ledger/script.ts';
import { confirmationOf, writeLetter } from '#server/outbox/outbox.ts';
import { addGift, giftOf } from '#server/owning/gifts.ts';
import { grantAdventures, grantsOf } from '#server/owning/grants.ts';
import type { DoublePayment } from '#shared/moved-double.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { forgetBuyer, isErasedOrder } from './erased-orders.ts';
import { paymentFactsOf } from './payment-facts.ts';
import type { PurchaseLine } from './payment-provider.ts';
import { addVatOfLines, insertLines, linesOf } from './purchase-lines.ts';
import {
  type NewPurchase,
  type Purchase,
  type PurchaseRow,
  purchaseShape,
  type RecordedOrder,
} from './records.ts';
import { repeatedOrder } from './repeated-orders.ts';
import { settleOrder, withdrawalOf } from './settle-order.ts';
import { type EventCause, noteEvent } from './webhook-events.ts';

const insertPurchase = query(
  `INSERT INTO purchases
     (checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at,
      consent_text, paid_amount, paid_currency, terms_version, country, vat_ore, invoice_id, makes_invoice)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (checkout_session_id) DO NOTHING
   RETURNING id`,
  integer,
);
const addCharged = command(
  `UPDATE purchases SET paid_amount = ?, paid_currency = ? WHERE checkout_session_id = ? AND paid_amount IS NULL`,
);
const addInvoice = command(
  'UPDATE purchases SET invoice_id = ? WHERE checkout_session_id = ? AND invoice_id IS NULL',
);

/**
 * Records a settled purchase, its lines, its grants, the event that brought it (if one did) and its confirmation letter,
 * in one transaction. Refunds and disputes that came before take effect at once. Idempotent and safe to call
 * concurrently: the checkout session id is unique. A purchase of an account that was erased meanwhile, or whose
 * deletion is noted, becomes a guest's.
 * A gift unlocks nothing until somebody opens it. An order that was erased before a backup was restored comes back erased.
 * @returns also the double payments that it makes
 */
export function recordPurchase(
  ledger: Ledger,
  purchase: NewPurchase,
  unlocks: readonly AdventureId[],
  cause: EventCause,
  at: Date,
): Promise<{ outcome: 'fulfilled' | 'already_fulfilled'; paidTwice: DoublePayment[] }> {
  const { checkoutSessionId, paymentIntentId, email } = purchase;
  const locks = [paymentLock(paymentIntentId, checkoutSessionId), ...ownerLocks(purchase.accountId, email)];
  return ledger.write(locks, function* () {
    const { currency, totalOre, live, paidAt } = purchase;
    // Somebody who deleted the account while the payment was pending has bought as a guest.
    const accountId = yield* stayingAccount(purchase.accountId);
    const id = yield* insertPurchase.get(
      ...[checkoutSessionId, paymentIntentId, email, accountId],
      ...[currency, totalOre, live, paidAt, at, purchase.consentText],
      ...[purchase.paidAmount, purchase.paidCurrency],
      ...[purchase.termsVersion, purchase.country, purchase.vatOre, purchase.invoiceId],
      purchase.makesInvoice ?? false,
    );
    const outcome = id ? 'fulfilled' : 'already_fulfilled';
    if (cause.event) yield* noteEvent(cause.event, outcome, cause.by, at);
    if (id === undefined) {
      yield* addWhatWasMissing(purchase);
      return { outcome, paidTwice: [] };
    }
    yield* insertLines(id, purchase.lines);
    if (purchase.isGift) {
      yield* addGift(id, email);
    } else {
      const grant = { accountId, email, purchaseId: id, grantedAt: paidAt };
      const grants = unlocks.map((adventureId) => ({ ...grant, adventureId }));
      yield* grantAdventures('purchase', grants, cause, at);
    }
    const confirmation = { kind: 'order-confirmation', subject: checkoutSessionId } as const;
    const details = purchase.invoiceUrl ? { details: { invoiceUrl: purchase.invoiceUrl } } : {};
    yield* writeLetter({ ...confirmation, ...details, purchaseId: id, happenedAt: paidAt }, at);
    if (yield* isErased(checkoutSessionId)) yield* forgetBuyer(id, cause, at);
    return { outcome, paidTwice: yield* settleOrder(id, cause, at) };
  });
}

function* stayingAccount(id: string | null): Script<string | null> {
  return id === null || (yield* isErased(id)) || (yield* isBeingErased(id)) ? null : id;
}

/**
 * Adds what only a later look-up tells: the provider may not have answered when the sale was recorded, and events of
 * other versions of its API were once taken as they were.
 */
function* addWhatWasMissing(purchase: Purchase): Script<void> {
  const { checkoutSessionId, paidAmount, paidCurrency, invoiceId, lines } = purchase;
  if (paidAmount !== null) yield* addCharged.run(paidAmount, paidCurrency, checkoutSessionId);
  yield* addPapers(checkoutSessionId, lines, invoiceId);
}

/** Adds the VAT of lines and the invoice to a purchase that was recorded without. */
export function* addPapers(
  checkoutSessionId: string,
  lines: readonly PurchaseLine[],
  invoiceId: string | null,
): Script<void> {
  if (invoiceId !== null) yield* addInvoice.run(invoiceId, checkoutSessionId);
  yield* addVatOfLines(checkoutSessionId, lines);
}

const lacking = query(
  `SELECT {columns} FROM purchases
   WHERE paid_at >= ? AND (makes_invoice AND invoice_id IS NULL OR vat_ore IS NOT NULL
     AND EXISTS (SELECT 1 FROM purchase_lines WHERE purchase_id = purchases.id AND purchase_lines.vat_ore IS NULL))
   ORDER BY paid_at DESC, id DESC LIMIT ?`,
  { ...purchaseShape, makesInvoice: flag },
);

/** The purchases paid since then that lack the VAT of a line, or an invoice that the provider makes: the newest ones first. */
export function* purchasesWithoutPapers(
  since: Date,
  most: number,
): Script<(Purchase & { makesInvoice: boolean })[]> {
  const purchases: (Purchase & { makesInvoice: boolean })[] = [];
  for (const { makesInvoice, ...row } of yield* lacking.all(since, most))
    purchases.push({ ...(yield* withLines(row)), makesInvoice });
  return purchases;
}

const bySession = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ?', purchaseShape);
const locked = query('SELECT {columns} FROM purchases WHERE checkout_session_id = ? FOR NO KEY UPDATE', {
  id: integer,
  email: text,
});
const byAccount = query(
  'SELECT {columns} FROM purchases WHERE account_id = ? ORDER BY paid_at DESC, id DESC',
  purchaseShape,
);

const ofAddress = query(
  `SELECT {columns} FROM purchases WHERE email = ? AND NOT ${isErasedOrder}
   ORDER BY paid_at DESC, id DESC LIMIT ?`,
  purchaseShape,
);

/**
 * What an address has bought, newest first, without what was bought by somebody who has been erased since: their payments
 * are kept for the books alone. Call it in one snapshot.
 */
export function* purchasesOfAddress(email: string, most: number): Script<Purchase[]> {
  return yield* eachOf(yield* ofAddress.all(email, most), withLines);
}

/** A purchase with its lines; `null` for a session that is not recorded as paid. Call it in one snapshot. */
export function* findPurchase(checkoutSessionId: string): Script<Purchase | null> {
  const row = yield* bySession.get(checkoutSessionId);
  return row ? yield* withLines(row) : null;
}

/** Locks the row of a purchase: until the transaction ends nobody else can move it to another address. */
export const lockPurchase = (checkoutSessionId: string) => locked.get(checkoutSessionId);

/** A purchase with its refunds, disputes, withdrawal and gift. Call it in one snapshot. */
export function* findOrder(checkoutSessionId: string): Script<RecordedOrder | null> {
  const row = yield* bySession.get(checkoutSessionId);
  return row ? yield* orderOf(row) : null;
}

/** The orders of an account, newest first. Call it in one snapshot. */
export function* ordersOfAccount(accountId: string): Script<RecordedOrder[]> {
  return yield* eachOf(yield* byAccount.all(accountId), orderOf);
}

function* withLines({ id, ...purchase }: PurchaseRow): Script<Purchase> {
  return { ...purchase, lines: yield* linesOf(id) };
}

function* orderOf(row: PurchaseRow): Script<RecordedOrder> {
  return {
    purchase: yield* withLines(row),
    ...(yield* paymentFactsOf(row.paymentIntentId)),
    withdrawal: yield* withdrawalOf(row.id),
    repeats: yield* repeatedOrder(row.id),
    confirmation: yield* confirmationOf(row.id),
    grants: yield* grantsOf(row.id),
    gift: yield* giftOf(row.id),
  };
}
