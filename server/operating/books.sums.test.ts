import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BooksDesk, bookRows, june, openBooksDesk } from '#tests/support/books-desk.ts';
import { readBooks } from './books.ts';

let desk: BooksDesk;
beforeEach(() => {
  desk = openBooksDesk();
});
afterEach(() => desk.ledger.close());

describe('The books', () => {
  it('add up to the öre: 2 000 orders with refunds in parts, lost disputes, two currencies, two rates in an order and odd amounts', async () => {
    // A generator with a seed (Park and Miller): the same orders every time.
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const rates = { SE: 25, FI: 25.5, DE: 19, FR: 20, NO: 0 } as const;
    const countries = Object.keys(rates) as (keyof typeof rates)[];
    const expected = new Map<string, { gross: number; vat: number }>();
    const sells: Promise<unknown>[] = [];
    for (let number = 1; number <= 2000; number += 1) {
      const country = countries[random(5)] ?? 'SE';
      const currency = random(10) === 0 ? 'eur' : 'sek';
      const rate = rates[country];
      const gameOre = 2000 + random(99_000);
      // Every other order also has a book, at a rate of its own.
      const bookOre = country === 'NO' ? 0 : random(2) * random(20_000);
      const vatIn = (ore: number, percent: number) => Math.round((ore * percent) / (100 + percent));
      const taxed = (productId: string, priceOre: number, percent: number) => {
        const vat = { ore: vatIn(priceOre, percent), ratePpm: percent * 10_000, country };
        return { productId, priceOre, vat };
      };
      const lines =
        bookOre > 0
          ? [taxed('fod', gameOre, rate), taxed('book', bookOre, 6)]
          : [{ productId: 'fod', priceOre: gameOre }];
      const totalOre = gameOre + bookOre;
      const vatOre = vatIn(gameOre, rate) + vatIn(bookOre, 6);
      const paidAt = new Date(june.from.getTime() + random(29 * 24 * 3600) * 1000);
      const email = `buyer-${number}@example.com`;
      sells.push(desk.sell(number, { email, country, currency, totalOre, vatOre, paidAt, lines }, []));
      const count = (percent: number, ore: number, isKept: boolean) => {
        const key = `${currency} ${country} ${percent}`;
        const sum = expected.get(key) ?? { gross: 0, vat: 0 };
        sum.gross += isKept ? ore : 0;
        sum.vat += isKept ? vatIn(ore, percent) : 0;
        expected.set(key, sum);
      };
      const kind = random(10);
      count(rate, gameOre, kind > 1);
      if (bookOre > 0) count(6, bookOre, kind > 1);
      const paymentIntentId = `pi_${number}`;
      const asOf = new Date(paidAt.getTime() + 1000);
      if (kind === 0) {
        // Given back whole, in three parts: all of its VAT goes back too.
        const parts = [Math.floor(totalOre / 3), Math.floor(totalOre / 7)];
        parts.push(totalOre - (parts[0] ?? 0) - (parts[1] ?? 0));
        for (const [index, amountOre] of parts.entries()) {
          const productIds = index === 1 ? ['book'] : [];
          sells.push(
            desk.refund({ id: `re_${number}_${index}`, paymentIntentId, amountOre, productIds, asOf }),
          );
        }
      } else if (kind === 1) {
        sells.push(desk.dispute({ id: `dp_${number}`, paymentIntentId, amountOre: totalOre, asOf }));
      }
    }
    await Promise.all(sells);
    const { entries, totals } = await readBooks(desk.needs, june, false);
    for (const { currency, country, rate, grossOre, vatOre } of totals) {
      const key = `${currency} ${country} ${rate}`;
      expect([key, grossOre, vatOre]).toEqual([key, expected.get(key)?.gross, expected.get(key)?.vat]);
    }
    expect(totals).toHaveLength(expected.size);
    // The file itself, as a bookkeeper adds it up: net and VAT are the gross in every line, and so in the sum.
    const read = await bookRows(entries);
    const ore = (amount = '') => Math.round(Number(amount) * 100);
    for (const { net, vat, gross } of read) expect(ore(net) + ore(vat)).toBe(ore(gross));
    const sumOf = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
    expect(sumOf(read.map(({ gross }) => ore(gross)))).toBe(
      sumOf([...expected.values()].map(({ gross }) => gross)),
    );
    expect(read.length).toBeGreaterThan(2600);
  });
});
