import { integer, nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { formatCharged } from '#shared/presentment.ts';
import { shopDay } from '#shared/release-days.ts';
import { shopTime } from '#shared/shop-days.ts';
import { daysOf, type Period } from './figures.ts';
import { lookUp, type OperatorNeeds } from './operator-action.ts';

/**
 * The books of a period, for the bookkeeper and the VAT return: a line a sale, a refund and a lost dispute, and what they come to
 * by country and rate. Days are the shop's. What went back is negative, on the day on which the payment provider told of it.
 */

const shape = {
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
const backShape = { id: text, kind: text, amountOre: integer, asOf: time } as const;

const salesBetween = query(
  'SELECT {columns} FROM purchases WHERE live = ? AND paid_at >= ? AND paid_at < ? ORDER BY paid_at, id',
  saleShape,
);
// A refund on its way has left the shop; a dispute takes money for good when it is lost.
const paymentsWithReturns = query(
  `SELECT {columns} FROM purchases WHERE live = ? AND payment_intent_id IN (
     SELECT payment_intent_id FROM payment_refunds
     WHERE status IN ('pending', 'succeeded') AND as_of >= ? AND as_of < ?
     UNION SELECT payment_intent_id FROM payment_disputes WHERE status = 'lost' AND as_of >= ? AND as_of < ?)
   ORDER BY id`,
  shape,
);
const returnsOf = query(
  `SELECT {columns} FROM (
     SELECT id, 'refund' AS kind, amount_ore, as_of FROM payment_refunds
     WHERE payment_intent_id = ? AND status IN ('pending', 'succeeded')
     UNION ALL SELECT id, 'dispute' AS kind, amount_ore, as_of FROM payment_disputes
     WHERE payment_intent_id = ? AND status = 'lost') AS returned
   ORDER BY as_of, id COLLATE "C"`,
  backShape,
);

/** A line of the books. Amounts in öre, or the smallest unit of `currency`; negative for what went back. */
export interface BookEntry {
  kind: 'sale' | 'refund' | 'dispute';
  /** The checkout session, and of what went back the refund or dispute. */
  order: string;
  reference: string | null;
  at: Date;
  country: string | null;
  currency: string;
  grossOre: number;
  /** `null` where the payment provider reckoned no VAT, as is the rate, in percent. */
  vatOre: number | null;
  rate: number | null;
  /** What the buyer was charged where the payment page showed another currency, for example `21.90 EUR`. */
  shown: string | null;
}

/** What the lines of one currency, country and rate come to. */
export interface BookTotal extends Pick<BookEntry, 'currency' | 'country' | 'rate' | 'grossOre' | 'vatOre'> {
  sales: number;
  /** What of `grossOre` went back, in öre, negative. */
  returnedOre: number;
}

export interface Books {
  entries: BookEntry[];
  totals: BookTotal[];
}

/**
 * The books of a period.
 * @param live real payments, or those made with a test key
 */
export function readBooks(needs: OperatorNeeds, { from, to }: Period, live: boolean): Promise<Books> {
  const details = { ...daysOf({ from, to }), live };
  return lookUp(needs, 'orders.export', { details }, function* (): Script<Books> {
    const sales = (yield* salesBetween.all(live, from, to)).map(saleEntry);
    const returns: BookEntry[] = [];
    for (const order of yield* paymentsWithReturns.all(live, from, to, from, to)) {
      const all = yield* returnsOf.all(order.paymentIntentId, order.paymentIntentId);
      returns.push(...returnEntries(order, all).filter(({ at }) => at >= from && at < to));
    }
    const entries = [...sales, ...returns].sort((one, other) => one.at.getTime() - other.at.getTime());
    return { entries, totals: totalsOf(entries) };
  });
}

function saleEntry(sale: Row<typeof saleShape>): BookEntry {
  const { checkoutSessionId: order, paidAt: at, totalOre: grossOre, paidAmount, paidCurrency } = sale;
  const shown =
    paidAmount === null || paidCurrency === null
      ? null
      : formatCharged({ amount: paidAmount, currency: paidCurrency });
  const { country, currency, vatOre } = sale;
  return {
    kind: 'sale',
    order,
    reference: null,
    at,
    country,
    currency,
    grossOre,
    vatOre,
    rate: rateOf(sale),
    shown,
  };
}

/**
 * Every part that went back takes its share of the VAT. The shares are differences of a running sum, so that they add up to the
 * öre: what went back whole has given back all of its VAT, in however many parts.
 */
function returnEntries(order: Row<typeof shape>, returns: readonly Row<typeof backShape>[]): BookEntry[] {
  const { checkoutSessionId, country, currency, totalOre, vatOre } = order;
  const vatIn = (returnedOre: number) =>
    vatOre === null || totalOre === 0 ? null : Math.round((vatOre * returnedOre) / totalOre);
  let returnedOre = 0;
  return returns.map(({ id, kind, amountOre, asOf }): BookEntry => {
    const before = vatIn(returnedOre);
    returnedOre += amountOre;
    const after = vatIn(returnedOre);
    return {
      kind: kind === 'refund' ? 'refund' : 'dispute',
      ...{ order: checkoutSessionId, reference: id, at: asOf, country, currency },
      grossOre: -amountOre,
      vatOre: before === null || after === null ? null : before - after,
      rate: rateOf(order),
      shown: null,
    };
  });
}

/**
 * The rate that a VAT within a total comes from, in percent, to one decimal as all rates of the EU are: that is exact for every
 * total above twenty kronor.
 */
function rateOf({ totalOre, vatOre }: Pick<Row<typeof shape>, 'totalOre' | 'vatOre'>): number | null {
  if (vatOre === null) return null;
  return totalOre === vatOre ? 0 : Math.round((vatOre * 1000) / (totalOre - vatOre)) / 10;
}

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

type Cell = string | number;

/** Öre as kronor with two decimals, which spreadsheets and bookkeeping programs read. */
export const decimal = (ore: number): string => (ore / 100).toFixed(2);

const cells = {
  kind: ({ kind }) => kind,
  order: ({ order }) => order,
  reference: ({ reference }) => reference ?? '',
  day: ({ at }) => shopDay(at),
  time: ({ at }) => shopTime(at),
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  net: ({ grossOre, vatOre }) => (vatOre === null ? '' : decimal(grossOre - vatOre)),
  vat: ({ vatOre }) => (vatOre === null ? '' : decimal(vatOre)),
  gross: ({ grossOre }) => decimal(grossOre),
  currency: ({ currency }) => currency.toUpperCase(),
  shown: ({ shown }) => shown ?? '',
} as const satisfies Record<string, (entry: BookEntry) => Cell>;

/** The columns of the books as a table. */
export const bookColumns = Object.keys(cells);

/** The lines of the books as rows of a table. Nothing in them was typed by a buyer. */
export function bookRows(entries: readonly BookEntry[]): Record<string, Cell>[] {
  const columns = Object.entries(cells);
  return entries.map((entry) => Object.fromEntries(columns.map(([name, cellOf]) => [name, cellOf(entry)])));
}

const totalCells = {
  country: ({ country }) => country ?? '',
  rate: ({ rate }) => rate ?? '',
  sales: ({ sales }) => sales,
  net: ({ grossOre, vatOre }) => (vatOre === null ? '' : decimal(grossOre - vatOre)),
  vat: ({ vatOre }) => (vatOre === null ? '' : decimal(vatOre)),
  gross: ({ grossOre }) => decimal(grossOre),
  returned: ({ returnedOre }) => decimal(returnedOre),
  currency: ({ currency }) => currency.toUpperCase(),
} as const satisfies Record<string, (total: BookTotal) => Cell>;

/** The columns of the table by country and rate. */
export const totalColumns = Object.keys(totalCells);

export function totalRows(totals: readonly BookTotal[]): Record<string, Cell>[] {
  const columns = Object.entries(totalCells);
  return totals.map((total) => Object.fromEntries(columns.map(([name, cellOf]) => [name, cellOf(total)])));
}
