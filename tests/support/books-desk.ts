// An operator's desk for tests of the books: refunds, and the books parsed from their CSV.

import { parse } from 'csv-parse/sync';
import type { DisputeFact } from '#server/buying/refunds-and-disputes.ts';
import { bookTable, totalTable } from '#server/operating/book-tables.ts';
import { type BookEntry, type BookTotal, readBooks } from '#server/operating/books.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { later, openDesk, refundOf } from './operators-desk.ts';

export const june = { from: startOfShopDay('2025-06-01'), to: startOfShopDay('2025-07-01') };
export const july = { from: june.to, to: startOfShopDay('2025-08-01') };
export const swedish = { country: 'SE', vatOre: 5000 };

const byHook = { by: 'webhook', event: null } as const;
const rowsOf = (csv: string) => parse(csv, { columns: true }) as Record<string, string>[];
export async function bookRows(entries: readonly BookEntry[]) {
  let table = '';
  for await (const piece of bookTable(entries)) table += piece;
  return rowsOf(table);
}
export const totalRows = (totals: readonly BookTotal[]) => rowsOf(totalTable(totals));

export type BooksDesk = ReturnType<typeof openBooksDesk>;
export function openBooksDesk() {
  const desk = openDesk();
  return {
    ...desk,
    refund: (over: Parameters<typeof refundOf>[1]) =>
      desk.ledger.recordPaymentFact(refundOf(1, over), byHook, later),
    dispute: (over: Partial<DisputeFact>) =>
      desk.ledger.recordPaymentFact(
        {
          ...{ kind: 'dispute', id: 'dp_1', paymentIntentId: 'pi_1', amountOre: 25_000, currency: 'sek' },
          ...{ status: 'lost', asOf: later, countedAt: over.asOf ?? later, ...over },
        },
        byHook,
        later,
      ),
    /** The lines of a period's CSV. */
    async rows(period: typeof june) {
      return bookRows((await readBooks(desk.needs, period, false)).entries);
    },
  };
}
