// Order summaries for lists, and searching orders.

import { isErasedOrder } from '#server/buying/erased-orders.ts';
import { deriveOrder, type OrderStanding } from '#server/buying/order-facts.ts';
import { paymentFactsOf } from '#server/buying/payment-facts.ts';
import { linesOf } from '#server/buying/purchase-lines.ts';
import type { Owner } from '#server/identity/leaving.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { flag, integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { countTroubledOf } from '#server/outbox/outbox-report.ts';
import { Refusal } from '#server/refusal.ts';
import { lowerCaseAddress } from '#shared/identity-input.ts';
import { orderSearchOf } from '#shared/order-id.ts';
import { daysIn, type OnProgress, paidParts } from './paid-parts.ts';

const shape = {
  id: integer,
  checkoutSessionId: text,
  paymentIntentId: nullable(text),
  email: text,
  accountId: nullable(text),
  totalOre: integer,
  currency: text,
  live: flag,
  paidAt: time,
  /** The version of the terms under which it was bought, `YYYY-MM-DD`. */
  termsVersion: nullable(text),
} as const;
/** An order in a list. */
export interface OrderSummary extends Omit<Row<typeof shape>, 'id'> {
  productIds: string[];
  standing: OrderStanding;
  /** Letters to its address that were refused or given up. */
  lettersInTrouble: number;
}

const orders = (rest: string) => query(`SELECT {columns} FROM purchases ${rest}`, shape);
const byId = orders('WHERE checkout_session_id = ? OR payment_intent_id = ?');
const byPart = orders(
  `WHERE paid_at >= ? AND paid_at < ? AND (email LIKE ? ESCAPE '\\' OR lower(checkout_session_id) LIKE ? ESCAPE '\\'
     OR lower(payment_intent_id) LIKE ? ESCAPE '\\' OR lower(account_id) LIKE ? ESCAPE '\\'
     OR id IN (SELECT purchase_id FROM purchase_moves WHERE from_email LIKE ? ESCAPE '\\'))
   ORDER BY paid_at DESC, id DESC LIMIT ?`,
);
const extent = query(
  'SELECT (SELECT min(paid_at) FROM purchases) AS first, (SELECT max(paid_at) FROM purchases) AS last',
  { first: nullable(time), last: nullable(time) },
);
const byOwner = orders('WHERE email = ? OR account_id = ? ORDER BY id');

function* exactly(id: string): Script<OrderSummary[]> {
  return yield* summariesOf(yield* byId.all(id, id));
}

/**
 * Searches orders, newest first: by exact checkout session or payment, or else by a part of either, of the address or one
 * before it (its buyer may know no other), or of the account. The first is one index look-up. The second reads orders in
 * parts until it has found enough.
 * @param onProgress called with days
 */
export async function searchOrders(
  ledger: Ledger,
  text: string,
  most: number,
  onProgress?: OnProgress,
): Promise<OrderSummary[]> {
  const found = await ledger.snapshot(() => exactly(text));
  const { first, last } = await ledger.read(() => extent.one());
  if (found.length > 0 || first === null || last === null) return found;
  // Addresses are kept in the lower case of A to Z alone, and ids have no other letters.
  const part = `%${lowerCaseAddress(text).replace(/[\\%_]/g, '\\$&')}%`;
  const whole = { from: first, to: new Date(last.getTime() + 1) };
  for await (const { from, to } of paidParts(ledger, whole, 'newest first', onProgress)) {
    const more = await ledger.snapshot(function* () {
      const rows = yield* byPart.all(from, to, part, part, part, part, part, most - found.length);
      return yield* summariesOf(rows);
    });
    found.push(...more);
    if (found.length < most) continue;
    onProgress?.(daysIn(whole), daysIn(whole));
    break;
  }
  return found;
}

/** The orders of an address or account, oldest first. */
export function* ordersOf({ email, accountId }: Owner): Script<OrderSummary[]> {
  return yield* summariesOf(yield* byOwner.all(email, accountId));
}

const ofErased = query(
  `SELECT checkout_session_id FROM purchases WHERE email = ? AND ${isErasedOrder}`,
  text,
);

/** The orders of an address whose buyer was erased: whoever has the address since may be another. */
export function* erasedOrdersOf(email: string | null): Script<Set<string>> {
  return new Set(yield* ofErased.all(email));
}

/** Summaries of these orders. Call it in one snapshot. */
function* summariesOf(rows: readonly Row<typeof shape>[]): Script<OrderSummary[]> {
  const summaries: OrderSummary[] = [];
  for (const { id, ...row } of rows) {
    const lines = yield* linesOf(id);
    const facts = yield* paymentFactsOf(row.paymentIntentId);
    const { standing } = deriveOrder({ ...row, lines, ...facts, withdrawal: null });
    const productIds = lines.map(({ productId }) => productId);
    summaries.push({ ...row, productIds, standing, lettersInTrouble: yield* countTroubledOf(id) });
  }
  return summaries;
}

/** The order of exactly this checkout session or payment. @throws {Refusal} `order_not_found` */
export async function recordedOrder(ledger: Ledger, sessionOrPayment: string): Promise<OrderSummary> {
  const id = orderSearchOf(sessionOrPayment);
  const [order] = await ledger.snapshot(() => exactly(id));
  if (!order) throw notRecorded(id);
  return order;
}

/** The refusal for an order that is not in this database. */
export function notRecorded(id: string): Refusal {
  return new Refusal(
    'order_not_found',
    `No order is recorded under ${id || 'nothing'}. Name its checkout session (cs_…) or payment (pi_…); "orders resync" looks for it at the payment provider, and "orders find" for an address.`,
  );
}

/** The refusal for a question about an order that is not open, or not any more. */
export const nothingOpen = () =>
  new Refusal(
    'not_found',
    'No such question about this order is open: it may have been answered meanwhile. Nothing was changed.',
  );
