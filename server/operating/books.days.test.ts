import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BooksDesk, july, june, openBooksDesk, swedish } from '#tests/support/books-desk.ts';
import { later } from '#tests/support/operators-desk.ts';
import { readBooks } from './books.ts';
import { readFigures } from './figures.ts';

let desk: BooksDesk;
beforeEach(() => {
  desk = openBooksDesk();
});
afterEach(() => desk.ledger.close());

describe('The books', () => {
  it('take a day as Stockholm has it, and a refund on its own day', async () => {
    await desk.sell(1, { paidAt: new Date('2025-06-30T21:59:59Z') });
    await desk.sell(2, { paidAt: new Date('2025-06-30T22:00:00Z') });
    await desk.refund({ id: 're_0', amountOre: 1, asOf: new Date('2025-06-30T21:59:59Z') });
    await desk.refund({ amountOre: 24_999, asOf: new Date('2025-06-30T22:00:00Z') });
    const linesOf = async (period: typeof june) =>
      (await desk.rows(period)).map(({ kind, order, day }) => [kind, order, day]);
    expect(await linesOf(june)).toEqual([
      ['sale', 'cs_1', '2025-06-30'],
      ['refund', 'cs_1', '2025-06-30'],
    ]);
    expect(await linesOf(july)).toEqual([
      ['sale', 'cs_2', '2025-07-01'],
      ['refund', 'cs_1', '2025-07-01'],
    ]);
  });

  it('keep a refund and a lost dispute on the day on which they first counted, whatever is read of them later', async () => {
    await desk.sell(1, swedish);
    await desk.sell(2, swedish);
    const inJuly = new Date('2025-07-20T10:00:00Z');
    const returnsIn = async (period: typeof june) =>
      (await readBooks(desk.needs, period, false)).entries
        .filter(({ kind }) => kind !== 'sale')
        .map(({ reference, at: day }) => [reference, day]);
    const filed = [
      ['re_1', later],
      ['dp_1', later],
    ];
    await desk.refund({ amountOre: 10_000, status: 'pending', countedAt: later });
    await desk.dispute({ paymentIntentId: 'pi_2', status: 'lost', countedAt: later });
    expect(await returnsIn(june)).toEqual(filed);
    // It succeeds, a product is added to its metadata, and both states are read from the payment provider again.
    await desk.refund({ amountOre: 10_000, status: 'succeeded', asOf: inJuly, countedAt: later });
    await desk.refund({
      ...{ amountOre: 10_000, status: 'succeeded', productIds: ['fod'] },
      ...{ asOf: new Date(inJuly.getTime() + 1), countedAt: later },
    });
    await desk.dispute({ paymentIntentId: 'pi_2', status: 'lost', asOf: inJuly, countedAt: inJuly });
    expect(await returnsIn(june)).toEqual(filed);
    expect(await returnsIn(july)).toEqual([]);
    expect(await readFigures(desk.needs, june, false)).toMatchObject({ refundedOre: 35_000 });
    expect(await readFigures(desk.needs, july, false)).toMatchObject({ refundedOre: 0 });
  });

  it.each(['failed', 'canceled'])(
    'keep the line of a refund that later is %s, and of a lost dispute that is won, and take both back on the day of that',
    async (status) => {
      const lines = [
        { productId: 'book', priceOre: 9900, vat: { ore: 560, ratePpm: 60_000, country: 'SE' } },
        { productId: 'fod', priceOre: 25_000, vat: { ore: 5000, ratePpm: 250_000, country: 'SE' } },
      ];
      await desk.sell(1, { country: 'SE', totalOre: 34_900, vatOre: 5560, lines });
      await desk.sell(2, swedish);
      const inJuly = new Date('2025-07-20T10:00:00Z');
      const returnsIn = async (period: typeof june) =>
        (await desk.rows(period))
          .filter(({ kind }) => kind !== 'sale')
          .map(({ kind, reference, day, rate, vat, gross }) => [kind, reference, day, rate, vat, gross]);
      const filed = [
        ['refund', 're_1', '2025-06-02', '6', '-5.60', '-99.00'],
        ['refund', 're_1', '2025-06-02', '25', '-0.20', '-1.00'],
        ['dispute', 'dp_1', '2025-06-02', '25', '-50.00', '-250.00'],
      ];
      await desk.refund({ amountOre: 10_000, productIds: ['book'] });
      await desk.dispute({ paymentIntentId: 'pi_2' });
      expect(await returnsIn(june)).toEqual(filed);
      await desk.dispute({ paymentIntentId: 'pi_2', status: 'appeal_under_review', asOf: inJuly });
      expect(await returnsIn(july)).toEqual([]);
      await desk.refund({ amountOre: 10_000, productIds: ['book'], status, asOf: inJuly });
      await desk.dispute({ paymentIntentId: 'pi_2', status: 'won', asOf: inJuly });
      expect(await returnsIn(june)).toEqual(filed);
      expect(await returnsIn(july)).toEqual([
        ['refund_failed', 're_1', '2025-07-20', '6', '5.60', '99.00'],
        ['refund_failed', 're_1', '2025-07-20', '25', '0.20', '1.00'],
        ['dispute_won', 'dp_1', '2025-07-20', '25', '50.00', '250.00'],
      ]);
      expect(await readFigures(desk.needs, june, false)).toMatchObject({ refundedOre: 35_000 });
      expect(await readFigures(desk.needs, july, false)).toMatchObject({ refundedOre: -35_000 });
      // What never counted has nothing to take back.
      await desk.refund({ id: 're_2', amountOre: 10_000, status: 'failed', asOf: inJuly });
      await desk.dispute({ id: 'dp_2', status: 'won', asOf: inJuly });
      expect(await returnsIn(july)).toHaveLength(3);
    },
  );
});
