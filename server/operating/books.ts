// The books of a period, for accounting and the VAT return: one line for each country and rate of a sale, a refund or a
// lost dispute, and totals. Days are in the shop's time zone. Returns are negative, on the day on which
// they first counted.

import { linesOfEach } from '#server/buying/purchase-lines.ts';
import { percentOf, sharesOf, type TaxedPart, taxedParts } from '#server/buying/vat.ts';
import { integer, nullable, type Row, text, textList, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { sumOf } from '#shared/money.ts';
import { formatCharged } from '#shared/presentment.ts';
import { daysOf } from './figures.ts';
import { inParts } from './in-parts.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';
import { type OnProgress, type Period, paidParts } from './paid-parts.ts';

const shape = {
  id: integer,
  checkoutSessionId: text,
  paymentIntentId: nullable(text),
  country: nullable(text),
  currency: text,
  totalOre: integer,
  vatOre: nullable(integer),
} as const;
const saleShape = {
  ...shape,
  paidAt: time,
  paidAmount: nullable(integer),
  paidCurrency: nullable(text),
} as const;
const backShape = {
  id: text,
  kind: text,
  amountOre: integer,
  productIds: textList,
  countedAt: time,
} as const;
type Sold = Row<typeof shape> & { parts: TaxedPart[] };

const salesBetween = query(
  'SELECT {columns} FROM purchases WHERE live = ? AND paid_at >= ? AND paid_at < ? ORDER BY paid_at, id',
  saleShape,
);
// A pending refund has left the shop; a dispute takes money for good only when it is lost. `counted_at` is missing in
// rows that a process of the previous version wrote during an update.
const paymentsWithReturns = query(
  `SELECT {columns} FROM purchases WHERE live = ? AND payment_intent_id IN (
     SELECT payment_intent_id FROM payment_refunds
     WHERE status IN ('pending', 'succeeded')
       AND coalesce(counted_at, as_of) >= ? AND coalesce(counted_at, as_of) < ?
     UNION SELECT payment_intent_id FROM payment_disputes
     WHERE status = 'lost' AND coalesce(counted_at, as_of) >= ? AND coalesce(counted_at, as_of) < ?)
   ORDER BY id`,
  shape,
);
const returnsOf = query(
  `SELECT {columns} FROM (
     SELECT id, 'refund' AS kind, amount_ore, product_ids, coalesce(counted_at, as_of) AS counted_at FROM payment_refunds
     WHERE payment_intent_id = ? AND status IN ('pending', 'succeeded')
     UNION ALL SELECT id, 'dispute' AS kind, amount_ore, '[]' AS product_ids,
       coalesce(counted_at, as_of) AS counted_at FROM payment_disputes
     WHERE payment_intent_id = ? AND status = 'lost') AS returned
   ORDER BY counted_at, id COLLATE "C"`,
  backShape,
);

/** A line of the books. Amounts in öre, or the smallest unit of `currency`; negative for returns. */
export interface BookEntry {
  kind: 'sale' | 'refund' | 'dispute';
  /** The checkout session; for a return the refund or dispute. */
  order: string;
  reference: string | null;
  at: Date;
  country: string | null;
  currency: string;
  grossOre: number;
  /** `null` if the payment provider calculated no VAT, like the rate, in percent. */
  vatOre: number | null;
  rate: number | null;
  /** What the buyer was charged if the payment page showed another currency, for example `21.90 EUR`. */
  shown: string | null;
}

/** The total of one currency, country and rate. */
export interface BookTotal extends Pick<BookEntry, 'currency' | 'country' | 'rate' | 'grossOre' | 'vatOre'> {
  sales: number;
  /** The returned part of `grossOre`, in öre, negative. */
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
  const returned = await ledger.read(() => paymentsWithReturns.all(live, from, to, from, to));
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

function* withParts<T extends Row<typeof shape>>(
  orders: readonly T[],
): Script<(T & { parts: TaxedPart[] })[]> {
  const lines = yield* linesOfEach(orders.map(({ id }) => id));
  return orders.map((order) => ({
    ...order,
    parts: taxedParts({ ...order, lines: lines.get(order.id) ?? [] }),
  }));
}

/** A sale, one line per country and rate. An amount in another currency is divided in proportion to the prices. */
function saleEntries(sale: Row<typeof saleShape> & Sold): BookEntry[] {
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
    return { kind: 'sale', order, reference: null, at, ...entry, shown };
  });
}

/**
 * The returns of an order. A refund is taken from the products that it names, and otherwise from all products in
 * proportion to what is left of them; every part includes its share of the VAT. The shares are differences of running
 * sums, so that they add up to the öre: what was returned completely has returned all of its VAT, in however many parts.
 */
function returnEntries(order: Sold, returns: readonly Row<typeof backShape>[]): BookEntry[] {
  const { checkoutSessionId, parts } = order;
  const returned = new Map(parts.map((part) => [part, 0]));
  const leftOf = (part: TaxedPart) => part.grossOre - (returned.get(part) ?? 0);
  const vatUpTo = ({ vatOre, grossOre }: TaxedPart, ore: number) =>
    vatOre === null || grossOre === 0 ? 0 : Math.round((vatOre * ore) / grossOre);
  return returns.flatMap(({ id, kind, amountOre, productIds, countedAt }) => {
    const before = new Map(returned);
    let rest = amountOre;
    const take = (ore: number, from: readonly TaxedPart[], weights: readonly number[]) => {
      const shares = sharesOf(ore, weights);
      for (const [index, part] of from.entries())
        returned.set(part, (returned.get(part) ?? 0) + (shares[index] ?? 0));
      rest -= from.length > 0 ? ore : 0;
    };
    const named = parts.filter(({ productId }) => productId !== null && productIds.includes(productId));
    for (const some of [named, parts]) {
      const left = some.map(leftOf).map((ore) => Math.max(0, ore));
      take(Math.min(rest, sumOf(left)), some, left);
    }
    // More than was left: a payment that was refunded and also lost in a dispute.
    if (rest > 0)
      take(
        rest,
        parts,
        parts.map(({ grossOre }) => grossOre),
      );
    const share = (part: TaxedPart) => (returned.get(part) ?? 0) - (before.get(part) ?? 0);
    const entries = byRate(
      order,
      (part) => -share(part),
      (part) =>
        part.vatOre === null
          ? null
          : vatUpTo(part, before.get(part) ?? 0) - vatUpTo(part, returned.get(part) ?? 0),
    );
    return entries.map(
      (entry): BookEntry => ({
        kind: kind === 'refund' ? 'refund' : 'dispute',
        ...{ order: checkoutSessionId, reference: id, at: countedAt },
        ...entry,
        shown: null,
      }),
    );
  });
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
      ...{ country, currency, rate: ratePpm === null ? null : percentOf(ratePpm) },
      grossOre: sumOf(group.map(grossOf)),
      vatOre: vat.includes(null) ? null : vat.reduce<number>((sum, ore) => sum + (ore ?? 0), 0),
    };
  });
  const some = entries.filter(({ grossOre }) => grossOre !== 0);
  return some.length > 0 ? some : entries.slice(0, 1);
}
const noPart = { country: null, ratePpm: null } as const;

function totalsOf(entries: readonly BookEntry[]): BookTotal[] {
  const keyOf = ({ currency, country, rate }: BookEntry) => [currency, country ?? '', rate ?? ''].join(' ');
  return [...Map.groupBy(entries, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]): BookTotal => {
      const sum = (of: (entry: BookEntry) => number) => group.reduce((total, entry) => total + of(entry), 0);
      const [{ currency, country, rate } = noEntry] = group;
      return {
        ...{ currency, country, rate, sales: group.filter(({ kind }) => kind === 'sale').length },
        grossOre: sum(({ grossOre }) => grossOre),
        returnedOre: sum(({ kind, grossOre }) => (kind === 'sale' ? 0 : grossOre)),
        vatOre: rate === null ? null : sum(({ vatOre }) => vatOre ?? 0),
      };
    });
}
const noEntry = { currency: '', country: null, rate: null } as const;
