import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BooksDesk,
  bookRows,
  june,
  openBooksDesk,
  swedish,
  totalRows,
} from '#tests/support/books-desk.ts';
import { at, later } from '#tests/support/operators-desk.ts';
import { readBooks } from './books.ts';
import { readFigures } from './figures.ts';

let desk: BooksDesk;
beforeEach(() => {
  desk = openBooksDesk();
});
afterEach(() => desk.ledger.close());

describe('The books', () => {
  it('have a line for a sale, with country, net, rate and VAT, and what was charged in another currency', async () => {
    await desk.sell(1, { ...swedish, paidAmount: 2190, paidCurrency: 'eur', paidAt: at });
    const { entries } = await readBooks(desk.needs, june, false);
    expect(await bookRows(entries)).toEqual([
      {
        ...{
          kind: 'sale',
          order: 'cs_1',
          reference: '',
          day: '2025-06-01',
          time: '14:00:00',
          sold: '2025-06-01',
        },
        ...{
          country: 'SE',
          rate: '25',
          net: '200.00',
          vat: '50.00',
          gross: '250.00',
          currency: 'SEK',
          shown: '21.90 EUR',
        },
      },
    ]);
    expect(Object.keys((await bookRows(entries))[0] ?? {})).toEqual([
      ...['kind', 'order', 'reference', 'day', 'time', 'sold', 'country', 'rate', 'net', 'vat', 'gross'],
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
    await desk.refund({ amountOre: 10_000 });
    const returned = await desk.rows(june);
    expect(returned[1]).toMatchObject({ kind: 'refund', rate: '', net: '', vat: '', gross: '-100.00' });
  });

  it('have what went back as negative lines, a refund on its way and a lost dispute among them, nothing else', async () => {
    await desk.sell(1, swedish);
    await desk.sell(2, swedish);
    await desk.refund({
      id: 're_1',
      amountOre: 10_000,
      status: 'pending',
      asOf: new Date(later.getTime() + 1000),
    });
    await desk.refund({ id: 're_2', amountOre: 9_000, status: 'failed' });
    await desk.dispute({ paymentIntentId: 'pi_2' });
    await desk.dispute({ id: 'dp_2', status: 'under_review' });
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
        ...{
          country: 'SE',
          rate: '25',
          quarter: '2025-Q2',
          sales: '2',
          net: '120.00',
          vat: '30.00',
          gross: '150.00',
        },
        ...{ returned: '-350.00', currency: 'SEK' },
      },
    ]);
  });

  it('have all of an order whose dispute is in another currency, never its cents as öre, whichever of them comes first', async () => {
    const inEuro = { amountOre: 4380, currency: 'eur' };
    await desk.dispute(inEuro);
    await desk.sell(1, swedish);
    await desk.sell(2, swedish);
    await desk.dispute({ id: 'dp_2', paymentIntentId: 'pi_2', ...inEuro });
    const { entries } = await readBooks(desk.needs, june, false);
    const lost = entries.filter(({ kind }) => kind === 'dispute');
    expect(lost.map(({ reference, grossOre, currency }) => [reference, grossOre, currency])).toEqual([
      ...[
        ['dp_1', -25_000, 'sek'],
        ['dp_2', -25_000, 'sek'],
      ],
    ]);
    expect((await readFigures(desk.needs, june, false)).refundedOre).toBe(50_000);
  });

  it('have what was returned of an earlier quarter’s sale with the day of the sale, and as a total of its own', async () => {
    await desk.sell(1, { ...swedish, paidAt: new Date('2025-03-31T22:30:00Z') });
    await desk.sell(2, { ...swedish, paidAt: new Date('2025-03-31T21:59:59Z') });
    await desk.refund({ amountOre: 10_000 });
    await desk.dispute({ paymentIntentId: 'pi_2' });
    const { entries, totals } = await readBooks(desk.needs, june, false);
    expect((await bookRows(entries)).map(({ order, sold }) => [order, sold])).toEqual([
      ['cs_1', '2025-04-01'],
      ['cs_2', '2025-03-31'],
    ]);
    expect(totalRows(totals)).toMatchObject([
      { quarter: '2025-Q1', sales: '0', vat: '-50.00', gross: '-250.00', returned: '-250.00' },
      { quarter: '2025-Q2', sales: '0', vat: '-20.00', gross: '-100.00', returned: '-100.00' },
    ]);
  });

  describe('of an order with two rates', () => {
    const game = { productId: 'fod', priceOre: 25_000, vat: { ore: 5000, ratePpm: 250_000, country: 'SE' } };
    const book = { productId: 'book', priceOre: 9900, vat: { ore: 560, ratePpm: 60_000, country: 'SE' } };
    const sell = (over = {}) =>
      desk.sell(1, { country: 'SE', totalOre: 34_900, vatOre: 5560, lines: [book, game], ...over });
    const amounts = async () =>
      (await desk.rows(june)).map(({ kind, rate, net, vat, gross, shown }) => [
        kind,
        rate,
        net,
        vat,
        gross,
        shown,
      ]);

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
      await desk.refund({ id: 're_1', amountOre: 9900, productIds: ['book'] });
      expect((await amounts()).slice(2)).toEqual([['refund', '6', '-93.40', '-5.60', '-99.00', '']]);
      await desk.refund({ id: 're_2', amountOre: 10_000, asOf: new Date(later.getTime() + 1000) });
      expect((await amounts()).slice(3)).toEqual([['refund', '25', '-80.00', '-20.00', '-100.00', '']]);
    });

    it('take a refund from what is left on its day: not from what an earlier refund took, unless that had failed by then', async () => {
      const day = (number: number) => new Date(later.getTime() + number * 24 * 3_600_000);
      await sell();
      await desk.refund({ amountOre: 25_000, productIds: ['fod'], asOf: day(0) });
      await desk.refund({ amountOre: 25_000, productIds: ['fod'], status: 'failed', asOf: day(1) });
      await desk.refund({ id: 're_2', amountOre: 3490, asOf: day(2) });
      const parts = [
        ['refund', '6', '-9.34', '-0.56', '-9.90', ''],
        ['refund', '25', '-20.00', '-5.00', '-25.00', ''],
      ];
      expect((await amounts()).slice(4)).toEqual(parts);
      // A line that was declared stays when another refund fails later.
      await desk.refund({ id: 're_3', amountOre: 8910, productIds: ['book'], asOf: day(3) });
      await desk.refund({ id: 're_4', amountOre: 10_000, asOf: day(4) });
      const declared = await amounts();
      expect(declared.at(-1)).toEqual(['refund', '25', '-80.00', '-20.00', '-100.00', '']);
      await desk.refund({
        id: 're_3',
        amountOre: 8910,
        productIds: ['book'],
        status: 'failed',
        asOf: day(5),
      });
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
        await desk.refund({ id: `re_${index}`, amountOre, asOf: new Date(later.getTime() + index * 1000) });
      const { totals } = await readBooks(desk.needs, june, false);
      expect(totals.map(({ rate, grossOre, vatOre }) => [rate, grossOre, vatOre])).toEqual([
        [25, 0, 0],
        [6, 0, 0],
      ]);
      await desk.dispute({ amountOre: 34_900, asOf: new Date(later.getTime() + 60_000) });
      expect((await amounts()).slice(-2)).toEqual([
        ['dispute', '6', '-93.40', '-5.60', '-99.00', ''],
        ['dispute', '25', '-200.00', '-50.00', '-250.00', ''],
      ]);
    });
  });

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
});
