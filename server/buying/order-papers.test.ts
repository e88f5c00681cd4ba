import { beforeEach, describe, expect, it } from 'vitest';
import { nullable, text } from '#server/ledger/rows.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { days, minutes, noon, type SmallShop, sessionOf, smallShop } from '#tests/support/small-shop.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { type CheckoutSession, PaymentProviderUnavailable, type PurchaseLine } from './payment-provider.ts';
import { reconcile } from './reconcile.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const game = { productId: 'fod', priceOre: 25_000 };
const other = { productId: 'fist', priceOre: 10_000 };
const taxed = (line: PurchaseLine, ore: number, ratePpm: number): PurchaseLine => ({
  ...line,
  vat: { ore, ratePpm, country: 'SE' },
});
const vatIn = (country: string | null) => ({ ore: 566, ratePpm: 60_000, country });
const lines = [taxed(other, 566, 60_000), taxed(game, 5000, 250_000)];
const sold = { lines: [other, game], totalOre: 35_000, vatOre: 5566, country: 'SE' };
const invoice = { id: 'in_1', url: 'https://pay.example/invoice' };
const fulfil = (over: Partial<CheckoutSession> = {}) =>
  fulfilOrder(shop, sessionOf({ ...sold, ...over }), { by: 'webhook', event: null });
const recorded = () => shop.verbs.findPurchase('cs_1');
const asked = () => shop.asked.filter(([what]) => what === 'findPapers');

describe('The papers of a sale', () => {
  it('are asked for with it, once, and recorded: the VAT of each line, and the invoice', async () => {
    shop.papers = new Map([['cs_1', { lines, invoice }]]);
    await fulfil({ makesInvoice: true });
    await fulfil({ makesInvoice: true });
    expect(await recorded()).toMatchObject({ lines, invoiceId: 'in_1' });
    expect(asked()).toHaveLength(1);
  });

  it('are not asked for where the provider reckons no VAT and makes no invoice', async () => {
    await fulfil({ vatOre: null });
    expect(await recorded()).toMatchObject({ lines: [other, game], invoiceId: null });
    expect(asked()).toEqual([]);
  });

  it('never hold up a sale: while the provider does not tell them it is recorded without, and the next run of the reconciler adds them', async () => {
    const { papers } = shop;
    shop.papers = null;
    expect(await fulfil({ makesInvoice: true })).toBe('fulfilled');
    expect(await recorded()).toMatchObject({ lines: [other, game], invoiceId: null });
    expect(shop.logged).toContainEqual(expect.objectContaining({ level: 'warn' }));
    shop.papers = papers;
    papers?.set('cs_1', { lines, invoice });
    expect(await reconcile(shop, { dryRun: true })).toMatchObject({ papers: { missing: 1, added: 0 } });
    expect(await recorded()).toMatchObject({ invoiceId: null });
    expect(await reconcile(shop)).toMatchObject({
      papers: { missing: 1, added: 1 },
      failed: 0,
      purchases: [],
    });
    expect(await recorded()).toMatchObject({ lines, invoiceId: 'in_1' });
    expect(await reconcile(shop)).toMatchObject({ papers: { missing: 0, added: 0 } });
    expect(asked()).toHaveLength(2);
  });

  it('are asked for in each run for 30 days, however old the payment page was, and what is still missing is told once a run', async () => {
    shop.papers = null;
    await fulfil({ createdAt: days(-20), chargedAt: noon });
    await fulfil({ id: 'cs_2', paymentIntentId: 'pi_2', vatOre: null, makesInvoice: true });
    await fulfil({ id: 'cs_3', paymentIntentId: 'pi_3', vatOre: null });
    const heard = () => shop.logged.filter(({ level }) => level === 'warn').map(({ fields }) => fields);
    shop.logged.length = 0;
    shop.now = days(29);
    expect(await reconcile(shop)).toMatchObject({ papers: { missing: 2, added: 0 }, failed: 0 });
    expect(heard()).toEqual([{ missing: 2, added: 0, err: expect.any(PaymentProviderUnavailable) }]);
    shop.papers = new Map([['cs_1', { lines, invoice: null }]]);
    expect(await reconcile(shop)).toMatchObject({ papers: { missing: 2, added: 1 }, failed: 0 });
    expect(heard()[1]).toEqual({ missing: 2, added: 1 });
    expect(await recorded()).toMatchObject({ lines });
    shop.now = minutes(1, days(30));
    expect(await reconcile(shop)).toMatchObject({ papers: { missing: 0, added: 0 } });
  });

  it('are asked for by 100 a run, the newest sales first', async () => {
    shop.papers = null;
    for (let number = 1; number <= 101; number += 1) {
      const id = { id: `cs_${number}`, paymentIntentId: `pi_${number}` };
      await fulfil({ ...id, email: `${number}@example.com`, chargedAt: minutes(number) });
    }
    shop.asked.length = 0;
    await reconcile(shop);
    expect(asked()).toHaveLength(100);
    expect(asked()[0]).toEqual(['findPapers', 'cs_101']);
  });

  it('that are unlike anything expected are a fault in the log, and the sale is recorded all the same', async () => {
    shop.payments.findPapers = () => Promise.reject(new TypeError('no data'));
    expect(await fulfil()).toBe('fulfilled');
    expect(shop.logged).toContainEqual({
      level: 'error',
      fields: expect.objectContaining({ err: new TypeError('no data') }),
    });
  });

  it.each<[string, PurchaseLine[], number?]>([
    ['of which one is not told', lines.slice(1)],
    ['of which one is not told, and the other has all the VAT', lines.slice(1), 5000],
    ['whose VAT is not that of the order', [taxed(other, 567, 60_000), taxed(game, 5000, 250_000)]],
    ['at a rate that is no number', [taxed(other, 566, Number.NaN), taxed(game, 5000, 250_000)]],
    ['at a rate below nothing', [taxed(other, 566, -1), taxed(game, 5000, 250_000)]],
    ['with VAT below nothing', [taxed(other, -1, 60_000), taxed(game, 5567, 250_000)]],
    ['of no country that there is', [{ ...other, vat: vatIn('SWE') }, taxed(game, 5000, 250_000)]],
    ['with more VAT than price', [taxed(other, 10_001, 60_000), taxed(game, 0, 0)], 10_001],
    ['at another price', [taxed({ ...other, priceOre: 9000 }, 566, 60_000), taxed(game, 5000, 250_000)]],
  ])('Lines %s are left as they were: the order’s own VAT holds', async (_, told, vatOre = 5566) => {
    shop.papers = new Map([['cs_1', { lines: told, invoice: null }]]);
    expect(await fulfil({ vatOre })).toBe('fulfilled');
    expect(await recorded()).toMatchObject({ lines: [other, game], vatOre });
    expect((await recorded())?.lines[0]).not.toHaveProperty('vat');
    expect(shop.logged).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  it('Lines without VAT, and of a country that is not told, are possible', async () => {
    const free = { ...game, vat: { ore: 0, ratePpm: 0, country: null } };
    const all = { ...other, vat: { ore: other.priceOre, ratePpm: 1_000_000, country: null } };
    shop.papers = new Map([['cs_1', { lines: [all, free], invoice: null }]]);
    await fulfil({ vatOre: other.priceOre });
    expect((await recorded())?.lines).toEqual([all, free]);
  });

  it('of two products at one price are those of each, whatever their order', async () => {
    const cheap = { ...game, priceOre: other.priceOre };
    const told = [taxed(cheap, 2000, 250_000), taxed(other, 566, 60_000)];
    shop.papers = new Map([['cs_1', { lines: told, invoice: null }]]);
    await fulfil({ lines: [other, cheap], totalOre: 20_000, vatOre: 2566 });
    expect((await recorded())?.lines).toEqual(told.toReversed());
  });

  it('with an invoice and no VAT are no fault', async () => {
    shop.papers = new Map([['cs_1', { lines: [other, game], invoice }]]);
    await fulfil({ vatOre: null, makesInvoice: true });
    expect(await recorded()).toMatchObject({ lines: [other, game], invoiceId: 'in_1' });
    expect(shop.logged.map(({ level }) => level)).not.toContain('error');
  });

  it('are asked for again as long as any are missing, and of two prices of a product each line has its own', async () => {
    const dear = { productId: 'fist', priceOre: 20_000 };
    shop.papers = new Map([['cs_1', { lines: [taxed(dear, 1, 1), ...lines], invoice: null }]]);
    await fulfil({ makesInvoice: true });
    expect((await recorded())?.lines).toEqual(lines);
    await fulfil({ makesInvoice: true });
    expect(asked()).toHaveLength(2);
    await fulfil();
    expect(asked()).toHaveLength(2);
  });

  it('are asked for again until the VAT of all lines is known, also where no invoice is made', async () => {
    const { papers } = shop;
    shop.papers = null;
    await fulfil();
    shop.papers = papers;
    papers?.set('cs_1', { lines, invoice: null });
    await fulfil();
    expect((await recorded())?.lines).toEqual(lines);
    await fulfil();
    expect(asked()).toHaveLength(2);
  });

  it('A payment page of before, which did not say which line is which product, is no fault', async () => {
    await fulfil();
    expect((await recorded())?.lines[0]).not.toHaveProperty('vat');
    expect(shop.logged.map(({ level }) => level)).not.toContain('error');
  });

  it('The address of the invoice goes to the letter, and is kept nowhere else', async () => {
    shop.papers = new Map([['cs_1', { lines, invoice }]]);
    await shop.ledger.amend(() => noteMailService(true, minutes(-60)));
    await fulfil({ makesInvoice: true });
    const letters = await shop.rows('SELECT {columns} FROM letters', { details: nullable(text) });
    expect(letters).toEqual([{ details: JSON.stringify({ invoiceUrl: invoice.url }) }]);
    expect(JSON.stringify(await recorded())).not.toContain('pay.example');
  });
});
