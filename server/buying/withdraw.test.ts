import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '#server/ledger/ledger.ts';
import { bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
  withdrawalOf,
} from '#tests/support/small-shop.ts';
import type { Purchase } from './records.ts';
import { withdraw } from './withdraw.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const record = (over: Partial<Purchase> = {}) =>
  shop.verbs.recordPurchase(purchaseOf(over), ['fod'], byPage, noon);
const ask = (over: object = {}) =>
  withdraw(
    { ...shop, facts: exampleFacts },
    {
      ...{ orderId: 'cs_1', name: ' Anna A ', email: ' Anna@Example.com ', confirm: false },
      ...over,
    },
  );
const declare = (over: object = {}) => ask({ confirm: true, ...over });
const fod = { id: 'fod', title: 'Lone Wolf The Fortress of Death' };
const coc = { id: 'coc_aatt', title: 'Call of Cthulhu: Alone Against the Tide' };
const both = {
  lines: [
    { productId: 'coc_aatt', priceOre: 25_000 },
    { productId: 'fod', priceOre: 25_000 },
  ],
  ...{ totalOre: 50_000, consentText: 'I agree', paidAt: new Date('2025-07-01T12:00:00Z') },
};

describe('the first step', () => {
  it('says what a withdrawal would do, and stores nothing', async () => {
    shop.now = both.paidAt;
    await record(both);
    expect(await ask()).toEqual({
      ...{
        status: 'to_confirm',
        products: [coc],
        kept: [fod],
        refundOre: 25_000,
        refundText: '250 SEK',
        currency: 'sek',
      },
    });
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ withdrawal: null });
    expect(await shop.verbs.openAttention()).toEqual([]);
  });

  it('names a product that the catalogue does not know any more by its id', async () => {
    await record({ lines: [{ productId: 'gone', priceOre: 5 }] });
    expect(await ask()).toMatchObject({ products: [{ id: 'gone', title: 'gone' }] });
  });
});

it('The order’s own address may declare it, whatever form it has', async () => {
  const email = "o'neil@example.com";
  await record({ email });
  expect(await declare({ email })).toMatchObject({ status: 'received' });
});

it.each(['Your account is locked: https://evil.example', 'See evil.example', 'anna@example.com'])(
  'A name that a mail program could make a link of is refused in both steps, and nothing is stored: %s',
  async (name) => {
    await record();
    for (const confirm of [false, true])
      await expect(ask({ name, confirm })).rejects.toMatchObject({ code: 'text_has_links', field: 'name' });
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ withdrawal: null });
    for (const good of ['J. R. R. Reader', "Zoë O'Neil-Ek, M.D."])
      expect(await ask({ name: good })).toMatchObject({ status: 'to_confirm' });
  },
);

it('A declared withdrawal is told again whatever name is typed then', async () => {
  await record();
  const { received } = await declare();
  expect((await declare({ name: 'See evil.example' })).received).toEqual(received);
});

describe('the second step', () => {
  it('declares it: it is stored, raised for the operator, logged by its reference and confirmed', async () => {
    shop.now = minutes(5, both.paidAt);
    await record(both);
    const answer = await declare();
    const reference = answer.received?.reference;
    expect(reference).toMatch(/^W-[0-9A-F]{10}$/);
    const confirmation = [
      `CONFIRMATION OF WITHDRAWAL ${reference}`,
      '',
      `${exampleFacts.company.name} has received this statement on 1 July 2025 at 14:05, Swedish time:`,
      '',
      '  I, Anna A (anna@example.com), withdraw from my contract for:',
      '  - Call of Cthulhu: Alone Against the Tide',
      '  bought on 1 July 2025, order cs_1.',
      '',
    ].join('\n');
    expect(answer).toEqual({
      ...{
        status: 'received',
        products: [coc],
        kept: [fod],
        refundOre: 25_000,
        refundText: '250 SEK',
        currency: 'sek',
      },
      received: {
        ...{ reference, at: '2025-07-01T12:05:00.000Z' },
        confirmation: expect.stringContaining(confirmation),
      },
    });
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({
      withdrawal: {
        ...{ reference, name: 'Anna A', email: 'anna@example.com', productIds: ['coc_aatt'] },
        ...{ refundOre: 25_000, receivedAt: shop.now },
        confirmation: answer.received?.confirmation,
      },
    });
    expect(await shop.verbs.openAttention()).toEqual([
      {
        ...{ checkoutSessionId: 'cs_1', reason: 'withdrawal_requested', subject: reference },
        raisedAt: shop.now,
      },
    ]);
    expect(shop.logged).toEqual([
      { level: 'warn', fields: { checkoutSession: 'cs_1', withdrawal: reference } },
    ]);
    expect(shop.locks.at(-1)).toEqual(['payment pi_1']);
  });

  it('from an order that was paid twice leaves what is unlocked by the other one', async () => {
    await record({ checkoutSessionId: 'cs_0', paymentIntentId: 'pi_0' });
    await record();
    expect(await ask()).toMatchObject({ staysUnlocked: true });
    const { received } = await declare();
    expect(received?.confirmation).toContain('stays unlocked by your other order.');
    expect(await ask({ orderId: 'cs_0' })).not.toHaveProperty('staysUnlocked');
  });

  it('from a gift that somebody has opened says that it is taken from them', async () => {
    await shop.verbs.recordPurchase({ ...purchaseOf(), isGift: true }, ...([['fod'], byPage, noon] as const));
    await claimWith(shop.ledger, bo, await newLink(shop.ledger, 'cs_1', noon), noon);
    const { received } = await declare();
    expect(received?.confirmation).toContain('what is named above leaves their account with the refund.');
  });

  it('from a gift ends its link, and comes too late when somebody opens it at the same moment', async () => {
    const give = (id: string) =>
      shop.verbs.recordPurchase(
        { ...purchaseOf({ checkoutSessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }), isGift: true },
        ...([['fod'], byPage, noon] as const),
      );
    await give('1');
    const { received } = await declare();
    expect(received?.confirmation).toContain('The link of this gift opens nothing any more.');

    await give('2');
    const ledger: Ledger = {
      ...shop.ledger,
      async write(locks, script) {
        await claimWith(shop.ledger, bo, await newLink(shop.ledger, 'cs_2', noon), noon);
        return shop.ledger.write(locks, script);
      },
    };
    const request = { orderId: 'cs_2', name: 'Anna', email: 'anna@example.com', confirm: true };
    await expect(withdraw({ ...shop, ledger, facts: exampleFacts }, request)).rejects.toMatchObject({
      code: 'withdrawal_not_possible',
      message: expect.stringContaining('just opened'),
    });
  });

  it('says the sum as it was paid, and the confirmation again to nobody but whoever declared it', async () => {
    await record({ paidAmount: 2199, paidCurrency: 'eur' });
    expect((await ask()).refundText).toContain('EUR');
    await declare();
    expect((await ask({ email: 'bo@example.com' })).received).not.toHaveProperty('confirmation');
    expect((await ask()).received).toHaveProperty('confirmation');
  });

  it('confirms how much is paid back and where to ask', async () => {
    await record({ lines: [{ productId: 'fod', priceOre: 25_000 }] });
    const answer = await declare();
    expect(answer.received?.confirmation).toMatch(
      /\n\n250 SEK will be paid back by the means you paid with, within 14 days of this statement\.\nWhat is named above leaves your account with the refund\.\n\nQuestions: \S+@\S+\n$/,
    );
  });

  it('names the day of the purchase as it was where buyer and shop are', async () => {
    const paidAt = new Date('2025-07-01T22:30:00Z');
    shop.now = paidAt;
    await record({ ...both, paidAt });
    expect((await declare()).received?.confirmation).toContain('bought on 2 July 2025,');
  });

  it('said again answers with the first confirmation, also when the right has ended meanwhile', async () => {
    await record();
    const first = await declare();
    shop.now = days(100);
    expect(await declare({ name: 'Someone Else' })).toEqual(first);
    expect(await ask()).toEqual(first);
    expect(shop.logged).toHaveLength(1);
  });

  it('said twice at once keeps the first, whoever comes second', async () => {
    await record();
    const answers = await Promise.all([declare(), declare({ name: 'Someone Else' })]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await shop.verbs.openAttention()).toHaveLength(1);
  });

  it('is closed among the open questions when the money went back', async () => {
    await record();
    await declare();
    await shop.verbs.recordPaymentFact(refundOf(), byPage, minutes(5));
    expect(await shop.verbs.openAttention()).toEqual([]);
  });
});

describe('a withdrawal while the order changes', () => {
  /** Something happens after the order was read and before the withdrawal is recorded. */
  const declareWhile = (happens: () => Promise<unknown>) => {
    const ledger: Ledger = {
      ...shop.ledger,
      async write(locks, script) {
        await happens();
        return shop.ledger.write(locks, script);
      },
    };
    const request = { orderId: 'cs_1', name: 'Anna', email: 'anna@example.com', confirm: true };
    return withdraw({ ...shop, ledger, facts: exampleFacts }, request);
  };
  const refund = (over: Parameters<typeof refundOf>[0]) =>
    shop.verbs.recordPaymentFact(refundOf(over), byPage, noon);

  it('promises no money that has just gone back, and nothing of a product that was just refunded', async () => {
    await record({ ...both, consentText: null, paidAt: noon });
    const answer = await declareWhile(() => refund({ amountOre: 25_000, productIds: ['coc_aatt'] }));
    expect(answer).toMatchObject({ products: [fod], refundOre: 25_000 });
    expect(answer.received?.confirmation).not.toContain(coc.title);
  });

  it('is not recorded when all of it has just been refunded', async () => {
    await record();
    await expect(declareWhile(() => refund({}))).rejects.toMatchObject({ code: 'withdrawal_not_possible' });
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ withdrawal: null });
  });

  it('does not say that an earlier order keeps it, when that one has just gone back', async () => {
    await record({ checkoutSessionId: 'cs_0', paymentIntentId: 'pi_0' });
    await record();
    const answer = await declareWhile(() => refund({ paymentIntentId: 'pi_0' }));
    expect(answer.received?.confirmation).not.toContain('stays unlocked');
  });
});

describe('a withdrawal is refused', () => {
  const refusal = (code: string, field?: string) => expect.objectContaining({ code, field });

  it('with an address that is none', async () => {
    await record();
    await expect(ask({ email: 'anna' })).rejects.toEqual(refusal('invalid_email', 'email'));
  });

  it('from an order that does not exist; what can be no order’s id is not looked up', async () => {
    await expect(ask()).rejects.toEqual(refusal('order_not_found'));
    expect(shop.asked).toEqual([['findCheckoutSession', 'cs_1']]);
    await expect(ask({ orderId: 'x' })).rejects.toEqual(refusal('order_not_found'));
    expect(shop.asked).toHaveLength(1);
  });

  it('from an order that is not paid', async () => {
    shop.sessions = [sessionOf({ paymentStatus: 'unpaid' })];
    await expect(ask()).rejects.toEqual(refusal('withdrawal_not_possible'));
  });

  it('when the right has ended', async () => {
    await record({ consentText: 'I agree' });
    await expect(declare()).rejects.toEqual(refusal('withdrawal_not_possible'));
    expect(await shop.verbs.findOrder('cs_1')).toMatchObject({ withdrawal: null });
  });
});

it('a paid order that the webhook has not brought yet is recorded on the way', async () => {
  shop.sessions = [sessionOf()];
  expect(await ask()).toMatchObject({ status: 'to_confirm', products: [fod] });
  expect(await shop.verbs.findPurchase('cs_1')).not.toBeNull();
});

it('nothing is recorded of a withdrawal from an order that does not exist', async () => {
  const withdrawal = withdrawalOf({
    productIds: [],
    refundOre: 0,
  });
  expect(await shop.verbs.recordWithdrawal('cs_9', withdrawal)).toBeNull();
});
