// The books of a period, for accounting and the VAT return: one line for each country and rate of a sale, a refund or a
// lost dispute, and totals. Days are in the shop's time zone. Returns are negative, on the day on which they first counted.
// A line stays for good, because its period may have been declared: when a refund fails or the dispute is won after all,
// a line with the opposite amounts follows on that day.

import { disputesInOrders } from '#server/buying/payment-facts.ts';
import { linesOfEach } from '#server/buying/purchase-lines.ts';
import { type PurchaseRow, purchaseShape } from '#server/buying/records.ts';
import { percentOf, sharesOf, type TaxedPart, taxedParts } from '#server/buying/vat.ts';
import { inParts } from '#server/ledger/in-parts.ts';
import { integer, nullable, oneOf, type Row, text, textList, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { sumOf } from '#shared/money.ts';
import { formatCharged } from '#shared/presentment.ts';
import { shopQuarter } from '#shared/shop-days.ts';
import { daysOf } from './figures.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';
import { type OnProgress, type Period, paidParts } from './paid-parts.ts';

const backShape = {
  id: text,
  kind: oneOf(['refund', 'dispute']),
  amountOre: integer,
  productIds: textList,
  countedAt: time,
  reinstatedAt: nullable(time),
} as const;
type Return = Row<typeof backShape>;
type Sold = PurchaseRow & { parts: TaxedPart[] };

const salesBetween = query(
  'SELECT {columns} FROM purchases WHERE live = ? AND paid_at >= ? AND paid_at < ? ORDER BY paid_at, id',
  purchaseShape,
);
const inPeriod = 'counted_at >= ? AND counted_at < ? OR reinstated_at >= ? AND reinstated_at < ?';
const paymentsWithReturns = query(
  `SELECT {columns} FROM purchases WHERE live = ? AND payment_intent_id IN (
     SELECT payment_intent_id FROM payment_refunds WHERE ${inPeriod}
     UNION SELECT payment_intent_id FROM payment_disputes WHERE ${inPeriod})
   ORDER BY id`,
  purchaseShape,
);
const returnsOf = query(
  `SELECT {columns} FROM (
     SELECT id, 'refund' AS kind, amount_ore, product_ids, counted_at, reinstated_at FROM payment_refunds
     WHERE payment_intent_id = ? AND counted_at IS NOT NULL
     UNION ALL SELECT id, 'dispute' AS kind, amount_ore, '[]' AS product_ids, counted_at, reinstated_at
     FROM ${disputesInOrders} WHERE payment_intent_id = ? AND counted_at IS NOT NULL) AS returned
   ORDER BY counted_at, id COLLATE "C"`,
  backShape,
);

/** A line of the books. Amounts in öre, or the smallest unit of `currency`; negative for refunds and lost disputes. */
export interface BookEntry {
  kind: 'sale' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The checkout session. */
  order: string;
  /** The refund or dispute; `null` for a sale. */
  reference: string | null;
  at: Date;
  /** When the order was paid: a return corrects the VAT of the period in which that was. */
  soldAt: Date;
  country: string | null;
  currency: string;
  grossOre: number;
  /** `null` if the payment provider calculated no VAT, like the rate, in percent. */
  vatOre: number | null;
  rate: number | null;
  /** What the buyer was charged if the payment page showed another currency, for example `21.90 EUR`. */
  shown: string | null;
}

/** The total of one currency, country, rate and quarter of sale. */
export interface BookTotal extends Pick<BookEntry, 'currency' | 'country' | 'rate' | 'grossOre' | 'vatOre'> {
  /** In which the orders were paid, for example `2026-Q4`. */
  quarter: string;
  sales: number;
  /** What was returned on balance, a part of `grossOre`, in öre; negative unless more came back. */
  returnedOre: number;
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

/** How many orders with returns are read at once: takes some milliseconds. */
const returnsAtOnce = 256;

/**
 * The books of a period. They are read in parts, so that a site answers other requests meanwhile. Returns are read first,
 * because an order is recorded before anything of it can be returned.
 * @param live real payments, or those made with a test key
 * @param onProgress called with days
 */
export async function readBooks(
  needs: OperatorNeeds,
  period: Period,
  live: boolean,
  onProgress?: OnProgress,
) {
  const { ledger } = needs;
  const { from, to } = period;
  const entries: BookEntry[] = [];
  const returned = await ledger.read(() =>
    paymentsWithReturns.all(live, ...[from, to, from, to], ...[from, to, from, to]),
  );
  for await (const orders of inParts(returned, returnsAtOnce)) {
    const returns = await ledger.snapshot(function* () {
      const read: BookEntry[] = [];
      for (const order of yield* withParts(orders)) {
        const all = yield* returnsOf.all(order.paymentIntentId, order.paymentIntentId);
        read.push(...returnEntries(order, all));
      }
      return read;
    });
    entries.push(...returns.filter(({ at }) => at >= from && at < to));
  }
  for await (const part of paidParts(ledger, period, 'oldest first', onProgress)) {
    const sold = await ledger.snapshot(function* () {
      return yield* withParts(yield* salesBetween.all(live, part.from, part.to));
    });
    entries.push(...sold.flatMap(saleEntries));
  }
  await noteAction(needs, 'orders.export', { details: { ...daysOf(period), live } });
  // At the same moment, a sale comes before a return.
  entries.sort((one, other) => one.at.getTime() - other.at.getTime() || saleFirst(one) - saleFirst(other));
  return { entries, totals: totalsOf(entries) };
}

const saleFirst = ({ kind }: BookEntry) => (kind === 'sale' ? 0 : 1);

function* withParts(orders: readonly PurchaseRow[]): Script<Sold[]> {
  const lines = yield* linesOfEach(orders.map(({ id }) => id));
  return orders.map((order) => ({
    ...order,
    parts: taxedParts({ ...order, lines: lines.get(order.id) ?? [] }),
  }));
}

/** A sale, one line per country and rate. An amount in another currency is divided in proportion to the prices. */
function saleEntries(sale: Sold): BookEntry[] {
  const { checkoutSessionId: order, paidAt: at, paidAmount, paidCurrency } = sale;
  const entries = byRate(
    sale,
    (part) => part.grossOre,
    (part) => part.vatOre,
  );
  const charged = sharesOf(
    paidAmount ?? 0,
    entries.map(({ grossOre }) => grossOre),
  );
  return entries.map((entry, index) => {
    const amount = charged[index] ?? 0;
    const shown =
      paidAmount === null || paidCurrency === null ? null : formatCharged({ amount, currency: paidCurrency });
    return { kind: 'sale', order, reference: null, at, soldAt: at, ...entry, shown };
  });
}

/**
 * The returns of an order, and what came back of them. A refund is taken from the products that it names, and otherwise
 * from all products in proportion to what is left of them; every part includes its share of the VAT. The shares are
 * differences of running sums, so that they add up to the öre: what was returned completely has returned all of its VAT,
 * in however many parts.
 */
function returnEntries(order: Sold, returns: readonly Return[]): BookEntry[] {
  const { checkoutSessionId, paidAt: soldAt, parts } = order;
  const returned = new Map(parts.map((part) => [part, 0]));
  const taken = new Map<string, Map<TaxedPart, number>>();
  const vatUpTo = ({ vatOre, grossOre }: TaxedPart, ore: number) =>
    vatOre === null || grossOre === 0 ? 0 : Math.round((vatOre * ore) / grossOre);
  return movementsOf(returns).flatMap(({ back, isReinstated, at }) => {
    const before = new Map(returned);
    const shares = taken.get(back.id) ?? sharesOfReturn(parts, returned, back);
    taken.set(back.id, shares);
    for (const [part, ore] of shares)
      returned.set(part, (returned.get(part) ?? 0) + (isReinstated ? -ore : ore));
    const entries = byRate(
      order,
      (part) => (before.get(part) ?? 0) - (returned.get(part) ?? 0),
      (part) =>
        part.vatOre === null
          ? null
          : vatUpTo(part, before.get(part) ?? 0) - vatUpTo(part, returned.get(part) ?? 0),
    );
    return entries.map(
      (entry): BookEntry => ({
        kind: kindOf[back.kind][isReinstated ? 'reinstated' : 'returned'],
        order: checkoutSessionId,
        reference: back.id,
        at,
        soldAt,
        ...entry,
        shown: null,
      }),
    );
  });
}

const kindOf = {
  refund: { returned: 'refund', reinstated: 'refund_failed' },
  dispute: { returned: 'dispute', reinstated: 'dispute_won' },
} as const;

/** Returns, and those that came back to the shop, oldest first. */
function movementsOf(returns: readonly Return[]) {
  const returned = returns.map((back) => ({ back, isReinstated: false, at: back.countedAt }));
  const reinstated = returns.flatMap((back) =>
    back.reinstatedAt === null ? [] : [{ back, isReinstated: true, at: back.reinstatedAt }],
  );
  return [...returned, ...reinstated].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** What a return takes from each part of an order, in öre. @param returned what earlier returns have taken */
function sharesOfReturn(
  parts: readonly TaxedPart[],
  returned: ReadonlyMap<TaxedPart, number>,
  { amountOre, productIds }: Return,
): Map<TaxedPart, number> {
  const shares = new Map<TaxedPart, number>();
  let rest = amountOre;
  const take = (ore: number, from: readonly TaxedPart[], weights: readonly number[]) => {
    const each = sharesOf(ore, weights);
    for (const [index, part] of from.entries())
      shares.set(part, (shares.get(part) ?? 0) + (each[index] ?? 0));
    rest -= from.length > 0 ? ore : 0;
  };
  const leftOf = (part: TaxedPart) =>
    Math.max(0, part.grossOre - (returned.get(part) ?? 0) - (shares.get(part) ?? 0));
  const named = parts.filter(({ productId }) => productId !== null && productIds.includes(productId));
  for (const some of [named, parts]) {
    const left = some.map(leftOf);
    take(Math.min(rest, sumOf(left)), some, left);
  }
  // More than was left: a payment that was refunded and also lost in a dispute.
  if (rest > 0)
    take(
      rest,
      parts,
      parts.map(({ grossOre }) => grossOre),
    );
  return shares;
}

/** An order's parts, one per country and rate, without empty ones. */
function byRate(
  { parts, currency }: Sold,
  grossOf: (part: TaxedPart) => number,
  vatOf: (part: TaxedPart) => number | null,
) {
  const groups = [...Map.groupBy(parts, ({ country, ratePpm }) => `${country} ${ratePpm}`).values()];
  const entries = groups.map((group) => {
    const [{ country, ratePpm } = noPart] = group;
    const vat = group.map(vatOf);
    return {
      country,
      currency,
      rate: ratePpm === null ? null : percentOf(ratePpm),
      grossOre: sumOf(group.map(grossOf)),
      vatOre: vat.includes(null) ? null : sumOf(vat.map((ore) => ore ?? 0)),
    };
  });
  const some = entries.filter(({ grossOre }) => grossOre !== 0);
  return some.length > 0 ? some : entries.slice(0, 1);
}
const noPart = { country: null, ratePpm: null } as const;

/**
 * The totals of a return. What was returned of sales of an earlier quarter is apart from what was sold in this one: the
 * union scheme corrects the earlier return by country and quarter (directive 2006/112/EC, article 369g).
 */
function totalsOf(entries: readonly BookEntry[]): BookTotal[] {
  const keyOf = ({ currency, country, rate, soldAt }: BookEntry) =>
    [currency, country ?? '', rate ?? '', shopQuarter(soldAt)].join(' ');
  return [...Map.groupBy(entries, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]): BookTotal => {
      const sum = (of: (entry: BookEntry) => number) => sumOf(group.map(of));
      const [{ currency, country, rate, soldAt } = noEntry] = group;
      return {
        currency,
        country,
        rate,
        quarter: shopQuarter(soldAt),
        sales: group.filter(({ kind }) => kind === 'sale').length,
        grossOre: sum(({ grossOre }) => grossOre),
        returnedOre: sum(({ kind, grossOre }) => (kind === 'sale' ? 0 : grossOre)),
        vatOre: rate === null ? null : sum(({ vatOre }) => vatOre ?? 0),
      };
    });
}
const noEntry = { currency: '', country: null, rate: null, soldAt: new Date(0) } as const;
