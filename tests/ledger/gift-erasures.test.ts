import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseOwner } from '#server/accounts/erasures.ts';
import type { NewPurchase } from '#server/buying/records.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { eraseCustomer, showCustomer } from '#server/operating/customers.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { engines } from '#tests/support/engines.ts';
import { byWebhook, cecil, type GiftShop, openGiftShop, tokenIn } from '#tests/support/gift-shop.ts';
import { days, minutes, noon, purchaseOf } from '#tests/support/small-shop.ts';

const buyersOfGifts = query("SELECT coalesce(buyer_email, '') AS buyer FROM gifts ORDER BY purchase_id", {
  buyer: text,
});
const cards = query(
  "SELECT coalesce(recipient, '') || coalesce(sender, '') || coalesce(message, '') AS words FROM gifts",
  {
    words: text,
  },
);

const waitingKinds = query("SELECT kind FROM letters WHERE state = 'waiting' ORDER BY id", text);

describe.each(engines)('a gift of or for somebody who is erased, on $engine', ({ open }) => {
  let shop: GiftShop;
  beforeEach(async () => {
    shop = await openGiftShop(open);
  });
  afterEach(() => shop.ledger.close());

  async function leave({ id: accountId, email }: Account): Promise<void> {
    const noted = { accountId, email, requestedAt: shop.now, accessTokenEncrypted: new Uint8Array() };
    await shop.verbs.beginErasure(noted);
    await shop.verbs.completeErasure(accountId, shop.now);
  }

  it('whose buyer is erased goes out on its day, from nobody and without a word', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap({ sendOn: '2026-03-20', sender: 'Anna', message: 'Many happy returns.' });
    await shop.verbs.completeErasure(anna.id, shop.now);
    expect((await shop.ledger.read(() => cards.all())).map(({ words }) => words)).toEqual(['']);
    shop.now = days(30);
    const mail = (await shop.send()).find(({ to }) => to === bo.email);
    expect(mail?.subject).toBe('Somebody has given you an adventure');
    expect(mail?.text).not.toMatch(/Anna|returns/);
    expect(await shop.claim(bo, tokenIn(mail?.text))).toBe('ok fod');
  });

  it('is not opened with an account whose deletion is noted, and its buyer’s order is put on none', async () => {
    for (const { id, email } of [anna, bo]) {
      const noted = { accountId: id, email, requestedAt: shop.now, accessTokenEncrypted: new Uint8Array() };
      await shop.verbs.beginErasure(noted);
    }
    await shop.give({ accountId: null });
    const link = await shop.link();
    await expect(shop.claim(bo, link)).rejects.toMatchObject({ code: 'deletion_under_way' });
    expect(await shop.verbs.ownedOrders(anna, shop.now)).toEqual([]);
    expect(await shop.claim(cecil, link)).toBe('ok fod');
  });

  it('that is on an account keeps its card where only what hangs on its address alone is erased', async () => {
    await shop.give();
    await shop.wrap({ sender: 'Anna', message: 'Many happy returns.' });
    const owner = { accountId: null, email: anna.email, until: shop.now };
    const cause = { by: 'operator:kim', event: null } as const;
    await shop.ledger.write([], () => eraseOwner(owner, 'customer_erased', cause, shop.now));
    expect(await shop.ledger.read(() => cards.all())).toEqual([
      { words: `${bo.email}AnnaMany happy returns.` },
    ]);
  });

  it('for somebody who is erased is not written, and is still the buyer’s to give', async () => {
    await shop.give();
    await shop.wrap({ sendOn: '2026-03-20' });
    await shop.ledger.write([], () => noteMailService(true, noon));
    await leave(bo);
    shop.now = days(30);
    expect((await shop.send()).filter(({ subject }) => /given/.test(subject))).toEqual([]);
    expect((await shop.seen()).gift?.card).toMatchObject({ recipient: null, letter: null });
    expect(await shop.claim(cecil, await shop.link())).toBe('ok fod');
  });

  it('for somebody without an order or an account is shown to the operator, and is its giver’s again once they are erased', async () => {
    const needs = { ...shop.needs, actor: 'operator:kim' } as const;
    await shop.give();
    await shop.wrap({ sendOn: '2026-03-20' });
    expect(await showCustomer(needs, bo.email)).toMatchObject({
      identities: [{ accountId: null, email: bo.email, username: null }],
      mentions: ['gift', 'letter'].map((what) => ({ what, checkoutSessionId: 'cs_1' })),
    });
    expect(await eraseCustomer(needs, bo.email, 'asked by mail')).toMatchObject({
      accountIds: [],
      grants: 0,
    });
    shop.now = days(30);
    const sent = await shop.send();
    expect(sent.filter(({ to }) => to === bo.email).map(({ subject }) => subject)).toEqual([
      'Your data is deleted',
    ]);
    expect((await showCustomer(needs, bo.email)).identities).toEqual([]);
    expect((await shop.seen()).gift?.card).toMatchObject({ recipient: null, letter: null });
    expect(await shop.claim(cecil, await shop.link())).toBe('ok fod');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['by their own wish', () => leave(bo)],
    [
      'by an operator',
      () => eraseCustomer({ ...shop.needs, actor: 'operator:kim' }, bo.email, 'asked by mail'),
    ],
  ])(
    'whose recipient is erased %s did not arrive, as its giver is told at once: neither to whom, nor why',
    async (_how, erase) => {
      await shop.give();
      await shop.send();
      await shop.wrap({ sendOn: '2026-12-24' });
      await erase();
      shop.now = minutes(1);
      const toGiver = (await shop.send()).filter(({ to }) => to === anna.email);
      expect(toGiver.map(({ subject }) => subject)).toEqual([
        'Your gift did not arrive: Lone Wolf The Fortress of Death',
      ]);
      expect(toGiver[0]?.text).not.toMatch(/bo@|b•••@|erased|deleted/);
      shop.now = days(364);
      expect(await shop.send()).toEqual([]);
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    ['has sent it elsewhere', () => shop.wrap({ recipient: cecil.email, sendOn: '2026-12-24' })],
    ['prints its card', () => shop.wrap({ recipient: null })],
    ['is erased as well', () => shop.verbs.completeErasure(anna.id, minutes(2))],
  ])(
    'whose recipient is erased is not spoken of to a giver who %s before that letter goes',
    async (_what, meanwhile) => {
      await shop.give();
      await shop.send();
      await shop.wrap({ sendOn: '2026-12-24' });
      await eraseCustomer({ ...shop.needs, actor: 'operator:kim' }, bo.email, 'asked by mail');
      await meanwhile();
      shop.now = minutes(3);
      expect((await shop.send()).filter(({ to }) => to === anna.email)).toEqual([]);
    },
  );

  it('from somebody to themselves is spoken of in no letter once they are erased', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap({ recipient: anna.email, sendOn: '2026-12-24' });
    await leave(anna);
    expect(await shop.ledger.read(() => waitingKinds.all())).toEqual(['account-deleted']);
  });

  it('for somebody whom only its letter names, because its giver was erased, is not sent once they are erased too', async () => {
    const needs = { ...shop.needs, actor: 'operator:kim' } as const;
    await shop.give();
    await shop.wrap({ sendOn: '2026-03-20' });
    await shop.verbs.completeErasure(anna.id, shop.now);
    expect((await showCustomer(needs, bo.email)).mentions).toEqual([
      { what: 'letter', checkoutSessionId: 'cs_1' },
    ]);
    await eraseCustomer(needs, bo.email, 'asked by mail');
    shop.now = days(30);
    expect((await shop.send()).filter(({ subject }) => /given/.test(subject))).toEqual([]);
  });

  it('leaves alone what was given and bought after somebody asked to be erased, however late that is carried out', async () => {
    const buy = (number: number, over: Partial<NewPurchase>) =>
      shop.verbs.recordPurchase(
        purchaseOf({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, ...over }),
        ['fod'],
        byWebhook,
        shop.now,
      );
    const goods = [
      { accountId: anna.id, isGift: true },
      { email: bo.email },
      { email: bo.email, isGift: true },
    ];
    for (const [index, over] of goods.entries()) await buy(index, over);
    // Corrected to this address later.
    await buy(7, { email: 'typo@example.com' });
    await shop.wrap({ sendOn: '2026-03-20' }, 'cs_0');
    shop.now = minutes(1);
    await shop.verbs.beginErasure({
      ...{ accountId: bo.id, email: bo.email, requestedAt: shop.now },
      accessTokenEncrypted: new Uint8Array(),
    });
    shop.now = minutes(60);
    for (const [index, over] of goods.entries()) await buy(index + 3, over);
    await shop.wrap({ sendOn: '2026-03-20' }, 'cs_3');
    await moveOrder({ ...shop.needs, actor: 'operator:kim' }, 'cs_7', bo.email, 'A typo');
    await shop.verbs.completeErasure(bo.id, minutes(120));
    const revoked = async (number: number) =>
      (await shop.verbs.orderGrants(`cs_${number}`)).grants[0]?.revokedReason;
    expect([await revoked(1), await revoked(4), await revoked(7)]).toEqual(['account_deleted', null, null]);
    const buyers = await shop.ledger.read(() => buyersOfGifts.all());
    expect(buyers.map(({ buyer }) => buyer)).toEqual([anna.email, '', anna.email, bo.email]);
    expect((await shop.seen('cs_0')).gift?.card).toMatchObject({ recipient: null, letter: null });
    expect((await shop.seen('cs_3')).gift?.card).toMatchObject({ recipient: bo.email, letter: 'waiting' });
    shop.now = days(30);
    const subjects = (await shop.send()).filter(({ to }) => to === bo.email).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Somebody has given you an adventure',
      'Your account is deleted',
      'Your order is now recorded for this address: Lone Wolf The Fortress of Death',
      'Your order: Lone Wolf The Fortress of Death',
      'Your order: Lone Wolf The Fortress of Death',
    ]);
  });
});
