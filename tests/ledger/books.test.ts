import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purchasesWithoutPapers } from '#server/buying/purchases.ts';
import { readBooks } from '#server/operating/books.ts';
import { readFigures } from '#server/operating/figures.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { anna } from '#tests/support/accounts.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { engines } from '../support/engines.ts';
import { at, atDesk, later } from '../support/operators-desk.ts';

describe.each(engines)('what operators do, on $engine', ({ open }) => {
  let ledger: LedgerVerbs;
  let needs: OperatorNeeds;
  let sell: ReturnType<typeof atDesk>['sell'];
  let recorded: ReturnType<typeof atDesk>['recorded'];
  beforeEach(async () => {
    ledger = ledgerVerbs(await open(() => at));
    ({ needs, sell, recorded } = atDesk(ledger, () => at));
  });
  afterEach(() => ledger.close());

  it('sums sales by product and by day in Stockholm, refunds, and redemptions by campaign', async () => {
    const lines = [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'bundle-pre-order', priceOre: 50_000 },
      { productId: 'coc_aatt', priceOre: 1 },
    ];
    await sell(1, { lines, totalOre: 75_001, paidAt: new Date('2025-06-01T21:59:59.999Z') });
    await sell(2, { paidAt: later });
    await sell(3, { live: true });
    const period = { from: new Date('2025-06-01'), to: new Date('2025-06-03') };
    // The end of a period belongs to the next one.
    await sell(4, { paidAt: period.to });
    const refunded = (number: number, countedAt: Date, status = 'pending') =>
      ledger.recordPaymentFact(
        {
          ...{ kind: 'refund', id: `re_${number}`, paymentIntentId: `pi_${number}`, amountOre: 70 + number },
          ...{ status, productIds: [], asOf: countedAt, countedAt },
        },
        { by: 'reconciler', event: null },
        at,
      );
    expect(await refunded(1, period.from)).toBe('applied');
    await refunded(2, at, 'failed');
    await refunded(3, at);
    await refunded(4, period.to);
    const code = (name: string, campaign: string) => ({ code: name, campaign, unlocks: ['fist'] as const });
    await ledger.addActivationCodes([code('a', 'a'), code('b', 'B'), code('c', 'B'), code('d', 'a')], at);
    const redeem = (name: string, when: Date) =>
      ledger.redeemCode(name, { ...anna, id: `sub-${name}`, emailVerified: false }, when);
    await redeem('a', at);
    await redeem('b', at);
    await redeem('c', period.from);
    await redeem('d', period.to);
    expect(await readFigures(needs, period, false)).toEqual({
      byProduct: [
        { key: 'bundle-pre-order', sold: 1, ore: 50_000 },
        { key: 'coc_aatt', sold: 1, ore: 1 },
        { key: 'fod', sold: 2, ore: 50_000 },
      ],
      byDay: [
        { key: '2025-06-01', sold: 3, ore: 75_001 },
        { key: '2025-06-02', sold: 1, ore: 25_000 },
      ],
      refundedOre: 71,
      byCampaign: [
        { campaign: 'B', redemptions: 2 },
        { campaign: 'a', redemptions: 1 },
      ],
    });
    expect(await readFigures(needs, period, true)).toMatchObject({
      ...{ byProduct: [{ key: 'fod', sold: 1, ore: 25_000 }], refundedOre: 73 },
    });
    expect(await readFigures(needs, { from: later, to: later }, true)).toEqual({
      ...{ byProduct: [], byDay: [], refundedOre: 0, byCampaign: [] },
    });
    expect((await recorded())[0]).toEqual([
      ...['stats', null, null, { since: '2025-06-01', until: '2025-06-03', live: false }],
    ]);
  });

  it('keeps books: sales, refunds and lost disputes, with country and VAT, and their sums', async () => {
    await sell(1, { country: 'SE', vatOre: 5000, paidAt: at });
    await sell(2, { country: 'FI', vatOre: 5080, paidAt: at });
    const back = { amountOre: 10_000, asOf: later, countedAt: later };
    const cause = { by: 'webhook', event: null } as const;
    await ledger.recordPaymentFact(
      { kind: 'refund', id: 're_1', paymentIntentId: 'pi_1', status: 'pending', productIds: [], ...back },
      cause,
      later,
    );
    await ledger.recordPaymentFact(
      {
        kind: 'dispute',
        id: 'dp_2',
        paymentIntentId: 'pi_2',
        status: 'lost',
        ...back,
        amountOre: 25_000,
        currency: 'sek',
      },
      cause,
      later,
    );
    const period = { from: new Date('2025-06-01'), to: new Date('2025-06-03') };
    const { entries, totals } = await readBooks(needs, period, false);
    expect(entries.map(({ kind, order, grossOre, vatOre }) => [kind, order, grossOre, vatOre])).toEqual([
      ['sale', 'cs_1', 25_000, 5000],
      ['sale', 'cs_2', 25_000, 5080],
      ['refund', 'cs_1', -10_000, -2000],
      ['dispute', 'cs_2', -25_000, -5080],
    ]);
    expect(totals.map(({ country, rate, grossOre, vatOre }) => [country, rate, grossOre, vatOre])).toEqual([
      ['FI', 25.5, 0, 0],
      ['SE', 25, 15_000, 3000],
    ]);
  });

  it('finds the sales of a time that lack the VAT of a line or an invoice that is made, the newest first', async () => {
    const bare = { productId: 'fod', priceOre: 25_000 };
    const taxed = { ...bare, vat: { ore: 5000, ratePpm: 250_000, country: 'SE' } };
    const found = async (most = 9) =>
      (await ledger.read(() => purchasesWithoutPapers(later, most))).map(
        ({ checkoutSessionId: id, lines, makesInvoice }) => [id, lines, makesInvoice],
      );
    const known = { vatOre: 5000, paidAt: later };
    await sell(1, { ...known, lines: [bare] });
    await sell(2, { ...known, lines: [taxed], makesInvoice: true });
    await sell(3, { ...known, lines: [taxed] });
    await sell(4, { ...known, lines: [bare], vatOre: null });
    await sell(5, { ...known, lines: [bare], makesInvoice: true, paidAt: at });
    const all = [
      ['cs_2', [taxed], true],
      ['cs_1', [bare], false],
    ];
    expect(await found()).toEqual(all);
    expect(await found(1)).toEqual(all.slice(0, 1));
    await sell(1, { ...known, lines: [taxed] });
    await sell(2, { ...known, lines: [taxed], invoiceId: 'in_2' });
    expect(await found()).toEqual([]);
  });

  it('keeps the VAT of each line in the books, also where it became known after the sale, with the invoice', async () => {
    const vat = (ore: number, ratePpm: number) => ({ ore, ratePpm, country: 'SE' });
    const book = { productId: 'book', priceOre: 10_000 };
    const game = { productId: 'fod', priceOre: 25_000 };
    const known = { country: 'SE', totalOre: 35_000, vatOre: 5566, paidAt: at };
    const taxed = [
      { ...book, vat: vat(566, 60_000) },
      { ...game, vat: vat(5000, 250_000) },
    ];
    await sell(1, { ...known, lines: [book, game] });
    expect(await ledger.findPurchase('cs_1')).toMatchObject({ lines: [book, game], invoiceId: null });
    await sell(1, { ...known, lines: taxed, invoiceId: 'in_1' });
    // Recorded entries do not change any more.
    await sell(1, { ...known, lines: [{ ...game, vat: vat(1, 1) }], invoiceId: 'in_2' });
    expect(await ledger.findPurchase('cs_1')).toMatchObject({ lines: taxed, invoiceId: 'in_1' });
    const refund = { kind: 'refund', id: 're_1', paymentIntentId: 'pi_1', status: 'succeeded' } as const;
    await ledger.recordPaymentFact(
      { ...refund, amountOre: 10_000, productIds: ['book'], asOf: later, countedAt: later },
      { by: 'webhook', event: null },
      later,
    );
    const period = { from: new Date('2025-06-01'), to: new Date('2025-06-03') };
    const { entries } = await readBooks(needs, period, false);
    expect(entries.map(({ kind, rate, grossOre, vatOre }) => [kind, rate, grossOre, vatOre])).toEqual([
      ['sale', 6, 10_000, 566],
      ['sale', 25, 25_000, 5000],
      ['refund', 6, -10_000, -566],
    ]);
  });
});
