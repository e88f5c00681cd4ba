import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DisputeFact } from '#server/buying/refunds-and-disputes.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import { at, later, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { bookTable, totalTable } from './book-tables.ts';
import { type BookEntry, type BookTotal, readBooks } from './books.ts';
import { readFigures } from './figures.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const june = { from: startOfShopDay('2025-06-01'), to: startOfShopDay('2025-07-01') };
const byHook = { by: 'webhook', event: null } as const;
const refund = (over: Parameters<typeof refundOf>[1]) =>
  desk.ledger.recordPaymentFact(refundOf(1, over), byHook, later);
const dispute = (over: Partial<DisputeFact>) =>
  desk.ledger.recordPaymentFact(
    {
      ...{ kind: 'dispute', id: 'dp_1', paymentIntentId: 'pi_1', amountOre: 25_000 },
      ...{ status: 'lost', asOf: later, countedAt: over.asOf ?? later, ...over },
    },
    byHook,
    later,
  );
const swedish = { country: 'SE', vatOre: 5000 };

const rowsOf = (csv: string) => parse(csv, { columns: true }) as Record<string, string>[];
async function bookRows(entries: readonly BookEntry[]) {
  let table = '';
  for await (const piece of bookTable(entries)) table += piece;
  return rowsOf(table);
}
const totalRows = (totals: readonly BookTotal[]) => rowsOf(totalTable(totals));

describe('The books', () => {
  it('have a line for a sale, with country, net, rate and VAT, and what was charged in another currency', async () => {
    await desk.sell(1, { ...swedish, paidAmount: 2190, paidCurrency: 'eur', paidAt: at });
    const { entries } = await readBooks(desk.needs, june, false);
    expect(await bookRows(entries)).toEqual([
      {
        ...{ kind: 'sale', order: 'cs_1', reference: '', day: '2025-06-01', time: '14:00:00', country: 'SE' },
        ...{ rate: '25', net: '200.00', vat: '50.00', gross: '250.00', currency: 'SEK', shown: '21.90 EUR' },
      },
    ]);
    expect(Object.keys((await bookRows(entries))[0] ?? {})).toEqual([
      ...['kind', 'order', 'reference', 'day', 'time', 'country', 'rate', 'net', 'vat', 'gross'],
      ...['currency', 'shown'],
    ]);
    expect(await desk.recorded()).toEqual([
      ['orders.export', null, null, { since: '2025-06-01', until: '2025-06-30', live: false }],
    ]);
  });

  it('leave empty what the payment provider did not reckon', async () => {
    await desk.sell(1);
    const { entries, totals } = await readBooks(desk.needs, june, false);
    expect(await bookRows(entries)).toMatchObject([
      { country: '', rate: '', net: '', vat: '', gross: '250.00' },
    ]);
    expect(totalRows(totals)).toMatchObject([{ country: '', rate: '', net: '', vat: '', gross: '250.00' }]);
    await refund({ amountOre: 10_000 });
    const returned = await bookRows((await readBooks(desk.needs, june, false)).entries);
    expect(returned[1]).toMatchObject({ kind: 'refund', rate: '', net: '', vat: '', gross: '-100.00' });
  });

  it('have what went back as negative lines, a refund on its way and a lost dispute among them, nothing else', async () => {
    await desk.sell(1, swedish);
    await desk.sell(2, swedish);
    await refund({
      id: 're_1',
      amountOre: 10_000,
      status: 'pending',
      asOf: new Date(later.getTime() + 1000),
    });
    await refund({ id: 're_2', amountOre: 9_000, status: 'failed' });
    await dispute({ paymentIntentId: 'pi_2' });
    await dispute({ id: 'dp_2', status: 'under_review' });
    const { entries, totals } = await readBooks(desk.needs, june, false);
    expect((await bookRows(entries)).slice(2)).toEqual([
      expect.objectContaining({
        kind: 'dispute',
        reference: 'dp_1',
        net: '-200.00',
        vat: '-50.00',
        gross: '-250.00',
      }),
      expect.objectContaining({
        kind: 'refund',
        reference: 're_1',
        net: '-80.00',
        vat: '-20.00',
        gross: '-100.00',
      }),
    ]);
    expect(totalRows(totals)).toEqual([
      {
        ...{ country: 'SE', rate: '25', sales: '2', net: '120.00', vat: '30.00', gross: '150.00' },
        ...{ returned: '-350.00', currency: 'SEK' },
      },
    ]);
  });

  describe('of an order with two rates', () => {
    const game = { productId: 'fod', priceOre: 25_000, vat: { ore: 5000, ratePpm: 250_000, country: 'SE' } };
    const book = { productId: 'book', priceOre: 9900, vat: { ore: 560, ratePpm: 60_000, country: 'SE' } };
    const sell = (over = {}) =>
      desk.sell(1, { country: 'SE', totalOre: 34_900, vatOre: 5560, lines: [book, game], ...over });
    const amounts = async () =>
      (await bookRows((await readBooks(desk.needs, june, false)).entries)).map(
        ({ kind, rate, net, vat, gross, shown }) => [kind, rate, net, vat, gross, shown],
      );

    it('have a line for each, and what was charged in another currency divided among them', async () => {
      await sell({ paidAmount: 3057, paidCurrency: 'eur' });
      expect(await amounts()).toEqual([
        ['sale', '6', '93.40', '5.60', '99.00', '8.67 EUR'],
        ['sale', '25', '200.00', '50.00', '250.00', '21.90 EUR'],
      ]);
      const { totals } = await readBooks(desk.needs, june, false);
      expect(totals.map(({ rate, sales, grossOre, vatOre }) => [rate, sales, grossOre, vatOre])).toEqual([
        [25, 1, 25_000, 5000],
        [6, 1, 9900, 560],
      ]);
    });

    it('take a refund from the product that it names, and one that names none from both', async () => {
      await sell();
      await refund({ id: 're_1', amountOre: 9900, productIds: ['book'] });
      expect((await amounts()).slice(2)).toEqual([['refund', '6', '-93.40', '-5.60', '-99.00', '']]);
      await refund({ id: 're_2', amountOre: 10_000, asOf: new Date(later.getTime() + 1000) });
      expect((await amounts()).slice(3)).toEqual([['refund', '25', '-80.00', '-20.00', '-100.00', '']]);
    });

    it('take a refund from what is left on its day: not from what an earlier refund took, unless that had failed by then', async () => {
      const day = (number: number) => new Date(later.getTime() + number * 24 * 3_600_000);
      await sell();
      await refund({ amountOre: 25_000, productIds: ['fod'], asOf: day(0) });
      await refund({ amountOre: 25_000, productIds: ['fod'], status: 'failed', asOf: day(1) });
      await refund({ id: 're_2', amountOre: 3490, asOf: day(2) });
      const parts = [
        ['refund', '6', '-9.34', '-0.56', '-9.90', ''],
        ['refund', '25', '-20.00', '-5.00', '-25.00', ''],
      ];
      expect((await amounts()).slice(4)).toEqual(parts);
      // A line that was declared stays when another refund fails later.
      await refund({ id: 're_3', amountOre: 8910, productIds: ['book'], asOf: day(3) });
      await refund({ id: 're_4', amountOre: 10_000, asOf: day(4) });
      const declared = await amounts();
      expect(declared.at(-1)).toEqual(['refund', '25', '-80.00', '-20.00', '-100.00', '']);
      await refund({ id: 're_3', amountOre: 8910, productIds: ['book'], status: 'failed', asOf: day(5) });
      expect((await amounts()).slice(0, declared.length)).toEqual(declared);
    });

    it('have one line for an order that cost nothing', async () => {
      const lines = [book, game].map((line) => ({ ...line, priceOre: 0, vat: { ...line.vat, ore: 0 } }));
      await sell({ totalOre: 0, vatOre: 0, lines });
      expect(await amounts()).toEqual([['sale', '6', '0.00', '0.00', '0.00', '']]);
    });

    it('have nothing left when all of it went back, in whatever parts, and take a lost dispute on top of that from both', async () => {
      await sell();
      for (const [index, amountOre] of [3333, 11_111, 34_900 - 3333 - 11_111].entries())
        await refund({ id: `re_${index}`, amountOre, asOf: new Date(later.getTime() + index * 1000) });
      const { totals } = await readBooks(desk.needs, june, false);
      expect(totals.map(({ rate, grossOre, vatOre }) => [rate, grossOre, vatOre])).toEqual([
        [25, 0, 0],
        [6, 0, 0],
      ]);
      await dispute({ amountOre: 34_900, asOf: new Date(later.getTime() + 60_000) });
      expect((await amounts()).slice(-2)).toEqual([
        ['dispute', '6', '-93.40', '-5.60', '-99.00', ''],
        ['dispute', '25', '-200.00', '-50.00', '-250.00', ''],
      ]);
    });
  });

  it('take a day as Stockholm has it, and a refund on its own day', async () => {
    await desk.sell(1, { paidAt: new Date('2025-06-30T21:59:59Z') });
    await desk.sell(2, { paidAt: new Date('2025-06-30T22:00:00Z') });
    await refund({ id: 're_0', amountOre: 1, asOf: new Date('2025-06-30T21:59:59Z') });
    await refund({ amountOre: 24_999, asOf: new Date('2025-06-30T22:00:00Z') });
    const july = { from: june.to, to: startOfShopDay('2025-08-01') };
    const linesOf = async (period: typeof june) =>
      (await bookRows((await readBooks(desk.needs, period, false)).entries)).map(({ kind, order, day }) => [
        kind,
        order,
        day,
      ]);
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
    const july = { from: june.to, to: startOfShopDay('2025-08-01') };
    const inJuly = new Date('2025-07-20T10:00:00Z');
    const returnsIn = async (period: typeof june) =>
      (await readBooks(desk.needs, period, false)).entries
        .filter(({ kind }) => kind !== 'sale')
        .map(({ reference, at: day }) => [reference, day]);
    const filed = [
      ['re_1', later],
      ['dp_1', later],
    ];
    await refund({ amountOre: 10_000, status: 'pending', countedAt: later });
    await dispute({ paymentIntentId: 'pi_2', status: 'lost', countedAt: later });
    expect(await returnsIn(june)).toEqual(filed);
    // It succeeds, a product is added to its metadata, and both states are read from the payment provider again.
    await refund({ amountOre: 10_000, status: 'succeeded', asOf: inJuly, countedAt: later });
    await refund({
      ...{ amountOre: 10_000, status: 'succeeded', productIds: ['fod'] },
      ...{ asOf: new Date(inJuly.getTime() + 1), countedAt: later },
    });
    await dispute({ paymentIntentId: 'pi_2', status: 'lost', asOf: inJuly, countedAt: inJuly });
    expect(await returnsIn(june)).toEqual(filed);
    expect(await returnsIn(july)).toEqual([]);
    expect(await readFigures(desk.needs, june, false)).toMatchObject({ refundedOre: 10_000 });
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
      const july = { from: june.to, to: startOfShopDay('2025-08-01') };
      const inJuly = new Date('2025-07-20T10:00:00Z');
      const returnsIn = async (period: typeof june) =>
        (await bookRows((await readBooks(desk.needs, period, false)).entries))
          .filter(({ kind }) => kind !== 'sale')
          .map(({ kind, reference, day, rate, vat, gross }) => [kind, reference, day, rate, vat, gross]);
      const filed = [
        ['refund', 're_1', '2025-06-02', '6', '-5.60', '-99.00'],
        ['refund', 're_1', '2025-06-02', '25', '-0.20', '-1.00'],
        ['dispute', 'dp_1', '2025-06-02', '25', '-50.00', '-250.00'],
      ];
      await refund({ amountOre: 10_000, productIds: ['book'] });
      await dispute({ paymentIntentId: 'pi_2' });
      expect(await returnsIn(june)).toEqual(filed);
      await dispute({ paymentIntentId: 'pi_2', status: 'appeal_under_review', asOf: inJuly });
      expect(await returnsIn(july)).toEqual([]);
      await refund({ amountOre: 10_000, productIds: ['book'], status, asOf: inJuly });
      await dispute({ paymentIntentId: 'pi_2', status: 'won', asOf: inJuly });
      expect(await returnsIn(june)).toEqual(filed);
      expect(await returnsIn(july)).toEqual([
        ['refund_failed', 're_1', '2025-07-20', '6', '5.60', '99.00'],
        ['refund_failed', 're_1', '2025-07-20', '25', '0.20', '1.00'],
        ['dispute_won', 'dp_1', '2025-07-20', '25', '50.00', '250.00'],
      ]);
      expect(await readFigures(desk.needs, june, false)).toMatchObject({ refundedOre: 10_000 });
      expect(await readFigures(desk.needs, july, false)).toMatchObject({ refundedOre: -10_000 });
      // What never counted has nothing to take back.
      await refund({ id: 're_2', amountOre: 10_000, status: 'failed', asOf: inJuly });
      await dispute({ id: 'dp_2', status: 'won', asOf: inJuly });
      expect(await returnsIn(july)).toHaveLength(3);
    },
  );

  it('keep real and test payments apart, and currencies, countries and rates', async () => {
    await desk.sell(1, { ...swedish, live: true });
    await desk.sell(2, { country: 'FI', vatOre: 5080 });
    await desk.sell(3, { country: 'FI', vatOre: 0 });
    await desk.sell(4, { ...swedish, currency: 'eur' });
    const { totals } = await readBooks(desk.needs, june, false);
    expect(totals.map(({ currency, country, rate, sales }) => [currency, country, rate, sales])).toEqual([
      ['eur', 'SE', 25, 1],
      ['sek', 'FI', 0, 1],
      ['sek', 'FI', 25.5, 1],
    ]);
    const real = await readBooks(desk.needs, june, true);
    expect(real.entries.map(({ order }) => order)).toEqual(['cs_1']);
  });

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
          sells.push(refund({ id: `re_${number}_${index}`, paymentIntentId, amountOre, productIds, asOf }));
        }
      } else if (kind === 1) {
        sells.push(dispute({ id: `dp_${number}`, paymentIntentId, amountOre: totalOre, asOf }));
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
