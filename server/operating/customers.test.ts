import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeSessionsOf } from '#server/accounts/sessions.ts';
import type { Owner } from '#server/identity/leaving.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, takeLetters } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { exportCustomer } from './customer-copy.ts';
import { giveGrant, listGrants } from './customer-grants.ts';
import { identitiesOf } from './customer-identities.ts';
import { eraseCustomer, showCustomer } from './customers.ts';
import { moveOrder } from './move-order.ts';
import { voidWithdrawal } from './void-withdrawal.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const bo = { ...anna, id: 'sub-bo', username: 'bo' };
const sealed = Buffer.from('sealed');
const signIn = (account = anna) =>
  desk.ledger.addSession(
    {
      ...{ idHash: `of ${account.id} ${desk.clock().getTime()}`, account, refreshTokenEncrypted: sealed },
      expiresAt: new Date(later.getTime() + 1000),
    },
    desk.clock(),
  );
const redeem = async (code: string, account = anna, when = at) => {
  await desk.ledger.addActivationCodes([{ code, campaign: 'camp', unlocks: ['coc_aatt'] }], at);
  await desk.ledger.redeemCode(code, { ...account, emailVerified: false }, when);
};
const identities = (of: Partial<Owner>) =>
  desk.ledger.snapshot(() => identitiesOf({ accountId: null, email: null, ...of }));

describe('A user name', () => {
  it('finds the account that is signed in with it, in every look-up and action, and is not put on record', async () => {
    await signIn();
    expect((await showCustomer(desk.needs, ' anna ')).key).toBe(anna.id);
    expect((await exportCustomer(desk.needs, 'anna')).copy.key).toBe(anna.id);
    await giveGrant(desk.needs, 'anna', 'fod', 'because');
    expect(await listGrants(desk.needs, 'anna')).toMatchObject([{ accountId: anna.id }]);
    expect((await eraseCustomer(desk.needs, 'anna', 'asked for it')).accountIds).toEqual([anna.id]);
    expect((await desk.recorded()).map(([, subject]) => subject)).toEqual(Array(5).fill(anna.id));
  });

  it('finds nobody where two accounts have it, or where it is the id of another account', async () => {
    for (const id of ['sub-1', 'sub-2']) await signIn({ ...anna, id });
    expect((await showCustomer(desk.needs, 'anna')).identities).toEqual([]);
    const victim = 'a11a5eed-0000-4000-8000-000000000001';
    await signIn({ ...bo, username: victim });
    expect((await showCustomer(desk.needs, victim)).identities).toEqual([]);
  });

  it.each(['<anna@example.com>', 'mailto:anna@example.com', 'anna@example.com.'])(
    'that looks like somebody’s address as it is pasted does not lead to whoever has it: %s',
    async (username) => {
      await signIn({ ...bo, username });
      expect((await showCustomer(desk.needs, username)).key).toBe(anna.email);
    },
  );
});

describe('What is known of a customer', () => {
  it('are the accounts and addresses that were seen together, in sessions, unlocks, purchases and redemptions', async () => {
    const account = { accountId: anna.id };
    await signIn();
    expect(await identities(account)).toEqual([{ ...account, email: anna.email, username: 'anna' }]);
    await desk.sell(1, { ...account, email: 'b@example.com' }, []);
    await giveGrant(desk.needs, anna.id, 'fod', 'because');
    await redeem('c', bo);
    expect(await identities(account)).toEqual([
      { ...account, email: null, username: null },
      { ...account, email: anna.email, username: 'anna' },
      { ...account, email: 'b@example.com', username: null },
    ]);
    expect(await identities({ email: 'b@example.com' })).toEqual([
      { ...account, email: 'b@example.com', username: null },
    ]);
    await desk.sell(2);
    expect(await identities({ email: anna.email })).toEqual([
      { accountId: null, email: anna.email, username: null },
      { ...account, email: anna.email, username: 'anna' },
    ]);
    expect(await identities({ accountId: bo.id })).toEqual([
      { accountId: bo.id, email: null, username: null },
    ]);
    expect(await identities({ email: 'nobody@example.com' })).toEqual([]);
  });

  it.each(["o'neil@example.com", 'anna@räksmörgås.example'])(
    'is found by a verified address that guests could not have typed: %s',
    async (email) => {
      await desk.sell(1, { accountId: anna.id, email });
      const shown = await showCustomer(desk.needs, email);
      expect(shown.orders.map(({ checkoutSessionId }) => checkoutSessionId)).toEqual(['cs_1']);
    },
  );

  it('holds what waits for the address and what the accounts of the address have, each once', async () => {
    await signIn();
    await desk.sell(1);
    await desk.sell(2, { accountId: anna.id });
    await desk.sell(3, { accountId: anna.id, email: 'b@example.com' });
    await redeem('c', anna, later);
    await redeem('d', bo);
    const shown = await showCustomer(desk.needs, ' Anna@Example.com ');
    expect([shown.key, shown.sessions]).toEqual([anna.email, 1]);
    expect(shown.orders.map(({ checkoutSessionId }) => checkoutSessionId)).toEqual(['cs_1', 'cs_2', 'cs_3']);
    expect(shown.grants.map(({ origin }) => origin)).toEqual(['cs_1', 'cs_2', 'cs_3', 'c']);
    expect(shown.redemptions).toEqual([
      { accountId: anna.id, code: 'c', campaign: 'camp', redeemedAt: later },
    ]);
    // Of the account the same is known, because the address is its own.
    const { identities: own, ...rest } = await showCustomer(desk.needs, anna.id);
    const { identities: _, ...same } = shown;
    expect(rest).toEqual({ ...same, key: anna.id });
    expect(own).toEqual(expect.arrayContaining(shown.identities));
    expect(await desk.recorded()).toEqual([
      ['customers.show', 'a•••@example.com', null, {}],
      ['customers.show', 'sub-anna', null, {}],
    ]);
  });

  it('holds where an address stands in what others’ orders keep, and is found by that alone', async () => {
    const declared = (reference: string) => ({
      ...{ reference, name: 'Bo', email: 'bo@example.com', productIds: ['fod'], refundOre: 25_000 },
      ...{ confirmation: 'word for word', receivedAt: later },
    });
    for (const order of ['cs_1', 'cs_2'] as const) {
      await desk.sell(Number(order.slice(-1)));
      await desk.ledger.recordWithdrawal(order, declared(`W-${order}`));
    }
    await voidWithdrawal(desk.needs, 'cs_2', 'W-cs_2', 'not the buyer');
    await desk.sell(3, { email: 'bo@example.com' });
    await moveOrder(desk.needs, 'cs_3', anna.email, 'typed wrong');
    const { identities: known, mentions } = await showCustomer(desk.needs, 'bo@example.com');
    expect(known).toEqual([{ accountId: null, email: 'bo@example.com', username: null }]);
    expect(mentions).toEqual([
      { what: 'withdrawal', checkoutSessionId: 'cs_1' },
      { what: 'void_withdrawal', checkoutSessionId: 'cs_2' },
      { what: 'earlier_address', checkoutSessionId: 'cs_3' },
    ]);
    expect((await showCustomer(desk.needs, anna.email)).mentions).toEqual([]);
  });

  it('says whether a deletion of one of the accounts is under way', async () => {
    for (const account of [anna, { ...bo, email: 'bo@example.com' }]) await signIn(account);
    const pending = async () => [
      (await showCustomer(desk.needs, anna.email)).deletionPending,
      (await showCustomer(desk.needs, bo.id)).deletionPending,
    ];
    expect(await pending()).toEqual([false, false]);
    const wish = { email: null, accessTokenEncrypted: sealed, requestedAt: at };
    await desk.ledger.beginErasure({ accountId: bo.id, ...wish });
    expect(await pending()).toEqual([false, true]);
  });
});

describe('The erasure of a customer (GDPR article 17)', () => {
  it('takes sessions, unlocks and links to the account, and keeps payments with their address', async () => {
    await signIn();
    await desk.sell(1);
    await desk.sell(2, { accountId: anna.id });
    await redeem('c');
    desk.turnTo(later);
    expect(await eraseCustomer(desk.needs, anna.email, ' by letter ')).toEqual({
      ...{
        accountIds: [anna.id],
        address: anna.email,
        grants: 3,
        sessions: 1,
        redemptions: 1,
        keptOrders: 2,
        otherAddresses: [],
      },
    });
    expect(await desk.ledger.sessionsOf(anna.id)).toEqual([]);
    expect(await desk.ledger.isErased(anna.id)).toBe(true);
    expect(await desk.ledger.findPurchase('cs_2')).toMatchObject({ accountId: null, email: anna.email });
    const { grants, history } = await desk.ledger.orderGrants('cs_1');
    expect(grants).toMatchObject([{ revokedReason: 'customer_erased' }]);
    expect(history.at(-1)).toMatchObject({
      what: 'revoked',
      actor: 'operator:kim',
      eventId: null,
      at: later,
    });
    expect((await showCustomer(desk.needs, anna.email)).grants).toEqual([]);
    const counts = { grants: 3, sessions: 1, redemptions: 1 };
    expect((await desk.recorded())[0]).toEqual([
      ...['customers.erase', 'a•••@example.com', 'by letter', { accounts: [anna.id], ...counts }],
    ]);
    expect(desk.locks).toContainEqual(['account sub-anna', 'address anna@example.com']);
  });

  it('of an account takes what waits for the address that it has verified, and says which that is', async () => {
    await signIn();
    await desk.sell(1);
    expect(await eraseCustomer(desk.needs, anna.id, 'by letter')).toMatchObject({
      ...{ address: anna.email, grants: 1, sessions: 1, keptOrders: 1 },
    });
    expect((await desk.ledger.orderGrants('cs_1')).grants).toMatchObject([
      { revokedReason: 'customer_erased' },
    ]);
    expect(desk.locks).toContainEqual(['account sub-anna', 'address anna@example.com']);
  });

  it.each([
    ['another account has used it, which may be the next owner’s', () => signIn(bo)],
    [
      'the account has changed it since, and not verified it',
      () => signIn({ ...anna, emailVerified: false }),
    ],
    ['no session is left that tells it', () => desk.ledger.amend(() => removeSessionsOf(anna.id))],
  ])('of an account leaves what waits for its address where %s', async (_why, doing) => {
    await signIn();
    await giveGrant(desk.needs, anna.id, 'fist', 'because');
    await desk.sell(1);
    desk.turnTo(later);
    await doing();
    expect(await showCustomer(desk.needs, anna.id)).toMatchObject({ address: null, orders: [] });
    expect(await eraseCustomer(desk.needs, anna.id, 'by letter')).toMatchObject({ address: null, grants: 1 });
    expect((await desk.ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: null }]);
    expect(desk.locks).toContainEqual(['account sub-anna']);
  });

  it('of an address that no account has used takes what waits for it', async () => {
    await desk.sell(1);
    expect(await eraseCustomer(desk.needs, anna.email, 'by letter')).toEqual({
      ...{ accountIds: [], address: anna.email, grants: 1, sessions: 0, redemptions: 0, keptOrders: 1 },
      otherAddresses: [],
    });
  });

  it.each([
    ['says that the account is deleted', true, null],
    ['says of somebody without an account only that the data is', false, { hadAccount: false }],
  ])('writes one last letter, which %s', async (_what, hasAccount, details) => {
    await desk.ledger.amend(() => noteMailService(true, at));
    if (hasAccount) await signIn();
    else await desk.sell(1);
    await eraseCustomer(desk.needs, anna.email, 'by letter');
    const waiting = await desk.ledger.write([], () => takeLetters(9, later, later, true));
    expect(waiting).toMatchObject([{ kind: 'account-deleted', recipient: anna.email, details }]);
  });

  it('is told to an account whose own deletion waits for the identity service once, and that is finished all the same', async () => {
    await desk.ledger.amend(() => noteMailService(true, at));
    await signIn();
    const noted = { accountId: anna.id, email: anna.email, accessTokenEncrypted: sealed };
    await desk.ledger.beginErasure({ ...noted, requestedAt: at });
    await eraseCustomer(desk.needs, anna.email, 'by letter');
    expect(await desk.ledger.pendingErasures()).toMatchObject([{ ...noted, email: null }]);
    await desk.ledger.completeErasure(anna.id, later);
    expect(await desk.ledger.pendingErasures()).toEqual([]);
    const letters = await desk.ledger.write([], () => takeLetters(9, later, later, true));
    expect(letters.map(({ kind }) => kind)).toEqual(['account-deleted']);
  });

  it('writes to the address once: repeated, only where more was erased than before', async () => {
    await desk.ledger.amend(() => noteMailService(true, at));
    const written = async () => {
      await eraseCustomer(desk.needs, anna.email, 'by letter');
      const letters = await desk.ledger.write([], () => takeLetters(9, at, at, true));
      for (const { id } of letters) await desk.ledger.amend(() => endLetter(id, 'sent', null, at));
      return letters.map(({ kind }) => kind);
    };
    await desk.sell(1);
    expect(await written()).toEqual(['account-deleted']);
    expect(await written()).toEqual([]);
    await giveGrant(desk.needs, anna.email, 'fist', 'because');
    expect(await written()).toEqual(['account-deleted']);
    await signIn();
    expect(await written()).toEqual(['account-deleted']);
    expect(await written()).toEqual([]);
  });

  it('says so to the address also where only a deletion in progress had it, which writes to nobody then', async () => {
    await desk.ledger.amend(() => noteMailService(true, at));
    await desk.sell(1);
    await eraseCustomer(desk.needs, anna.email, 'by letter');
    const noted = { accountId: bo.id, email: anna.email, accessTokenEncrypted: sealed, requestedAt: at };
    await desk.ledger.beginErasure(noted);
    const letters = await desk.ledger.write([], () => takeLetters(9, at, at, true));
    for (const { id } of letters) await desk.ledger.amend(() => endLetter(id, 'sent', null, at));
    await eraseCustomer(desk.needs, anna.email, 'by letter', { addressOnly: true });
    expect(await desk.ledger.write([], () => takeLetters(9, at, at, true))).toMatchObject([
      { kind: 'account-deleted' },
    ]);
  });

  it('is refused when an account claims what waits for the address at the same moment: it would keep it', async () => {
    await desk.sell(1);
    const ledger: Ledger = {
      ...desk.ledger,
      async write(locks, script) {
        await desk.ledger.ownedGrants(anna, at);
        return desk.ledger.write(locks, script);
      },
    };
    await expect(eraseCustomer({ ...desk.needs, ledger }, anna.email, 'by letter')).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: 'An account has just come to anna@example.com: look again.' },
    });
    expect(await eraseCustomer(desk.needs, anna.email, 'by letter')).toMatchObject({
      accountIds: [anna.id],
      grants: 1,
    });
  });

  it('needs a reason', async () => {
    await desk.sell(1);
    await expect(eraseCustomer(desk.needs, anna.email, ' ')).rejects.toThrow('Say why');
    expect((await desk.ledger.orderGrants('cs_1')).grants).toMatchObject([{ revokedReason: null }]);
  });
});

describe('Copy and erasure', () => {
  const both = [
    exportCustomer,
    (...[needs, typed]: Parameters<typeof exportCustomer>) => eraseCustomer(needs, typed, 'x'),
  ];

  it('are made for one person: not for an address that several accounts have used', async () => {
    for (const account of [anna, bo]) await signIn(account);
    for (const act of both) {
      await expect(act(desk.needs, anna.email)).rejects.toMatchObject({
        code: 'invalid_request',
        message: `Several accounts have used ${anna.email}: sub-anna, sub-bo. Name the account instead. An export or erasure with "--address-only" takes what is on no account.`,
      });
    }
    expect((await exportCustomer(desk.needs, bo.id)).copy.key).toBe(bo.id);
    expect(await eraseCustomer(desk.needs, bo.id, 'by letter')).toMatchObject({ sessions: 1 });
    expect(await desk.ledger.isErased(anna.id)).toBe(false);
  });

  it('are made of no account that an order of the address only got by its link: the address may have been a typing error', async () => {
    await desk.sell(1);
    const token = await newLink(desk.ledger, 'cs_1', at);
    await claimWith(desk.ledger, { ...bo, email: 'bo@example.com' }, token, at);
    // Nor does what still waits for the address prove that it is this account's.
    await desk.sell(3);
    for (const act of both) {
      await expect(act(desk.needs, anna.email)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('sub-bo has an order of anna@example.com only by its link'),
      });
    }
    expect(await desk.ledger.isErased(bo.id)).toBe(false);
    // Another order that the account got by the address proves it.
    await desk.sell(2);
    await desk.ledger.ownedGrants(bo, at);
    expect(await eraseCustomer(desk.needs, anna.email, 'by letter')).toMatchObject({ accountIds: [bo.id] });
  });

  it('are made of the account that bought with the address, although it has another order by its link', async () => {
    await desk.sell(1);
    await claimWith(desk.ledger, bo, await newLink(desk.ledger, 'cs_1', at), at);
    await desk.sell(2, { accountId: bo.id });
    expect((await exportCustomer(desk.needs, anna.email)).copy.key).toBe(anna.email);
  });

  it('are made of no account that has not verified the address: it may have been typed by anybody', async () => {
    await signIn({ ...bo, emailVerified: false });
    await desk.sell(1, { accountId: bo.id });
    // It has proved another address, which says nothing about this one.
    await desk.sell(3, { email: 'bo@example.com' });
    await desk.ledger.ownedGrants({ ...bo, email: 'bo@example.com' }, at);
    for (const act of both) {
      await expect(act(desk.needs, anna.email)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('sub-bo has not verified anna@example.com'),
      });
    }
    expect(await desk.ledger.isErased(bo.id)).toBe(false);
    expect((await exportCustomer(desk.needs, bo.id)).copy.key).toBe(bo.id);
    // Somebody who has proved it once is its owner, whatever a session says now.
    await desk.sell(2);
    await desk.ledger.ownedGrants(bo, at);
    expect(await eraseCustomer(desk.needs, anna.email, 'by letter')).toMatchObject({ accountIds: [bo.id] });
  });

  describe('of an address alone', () => {
    const copied = async () => (await exportCustomer(desk.needs, anna.email, { addressOnly: true })).copy;
    const erase = () => eraseCustomer(desk.needs, anna.email, 'by letter', { addressOnly: true });
    const tuva = { ...anna, id: 'sub-tuva', username: 'tuva', email: 'tuva@example.com' };
    const opensByLink = async (order: string, account = tuva) =>
      claimWith(desk.ledger, account, await newLink(desk.ledger, order, at), at);

    it('are made for a guest whose order somebody else’s account has opened, and take nothing of that account', async () => {
      await signIn(tuva);
      await desk.sell(1, { accountId: tuva.id, email: tuva.email });
      await desk.sell(2);
      await desk.sell(3, { lines: [{ productId: 'fist', priceOre: 25_000 }] }, ['fist']);
      expect(await opensByLink('cs_2')).toBe('ok fod');
      expect((await desk.ledger.findOrder('cs_2'))?.repeats).toMatchObject({ accountId: tuva.id });
      for (const act of both)
        await expect(act(desk.needs, anna.email)).rejects.toThrow(
          'with "--address-only" takes what is on no',
        );
      const copy = await copied();
      expect(copy).toMatchObject({
        identities: [{ accountId: null, email: anna.email }],
        // What was paid twice is on the account.
        orders: ['cs_2', 'cs_3'].map((checkoutSessionId) => ({
          ...{ purchase: { checkoutSessionId, accountId: null }, repeats: null },
        })),
        grants: [{ origin: 'cs_3', accountId: null }],
      });
      expect(JSON.stringify(copy)).not.toMatch(/tuva|cs_1/);
      expect(await erase()).toEqual({
        ...{ accountIds: [], address: anna.email, grants: 1, sessions: 0, redemptions: 0, keptOrders: 2 },
        otherAddresses: [],
      });
      expect((await desk.ledger.orderGrants('cs_3')).grants).toMatchObject([
        { revokedReason: 'customer_erased' },
      ]);
      for (const order of ['cs_1', 'cs_2'])
        expect((await desk.ledger.orderGrants(order)).grants).toMatchObject([
          { accountId: tuva.id, revokedReason: null },
        ]);
      expect(await desk.ledger.sessionsOf(tuva.id)).toHaveLength(1);
      expect((await desk.recorded()).slice(-2)).toMatchObject([
        ['customers.export', 'a•••@example.com', null, { addressOnly: true }],
        ['customers.erase', 'a•••@example.com', 'by letter', { accounts: [], addressOnly: true }],
      ]);
    });

    it('are made for a guest of whom nothing but such an order is known, or whose address an account carries unverified', async () => {
      await desk.sell(1);
      await opensByLink('cs_1');
      expect((await copied()).orders).toHaveLength(1);
      expect(await erase()).toMatchObject({ grants: 0, keptOrders: 1 });
      await signIn({ ...bo, emailVerified: false });
      await desk.sell(2, { accountId: bo.id });
      await desk.sell(3);
      expect((await copied()).orders.map(({ purchase }) => purchase.checkoutSessionId)).toEqual([
        ...['cs_1', 'cs_3'],
      ]);
      expect(await erase()).toMatchObject({ grants: 1, sessions: 0, keptOrders: 2 });
      expect(await desk.ledger.isErased(bo.id)).toBe(false);
      // Whoever was erased may be another than whoever is known by the address since.
      expect(await exportCustomer(desk.needs, anna.email, { addressOnly: true })).toMatchObject({
        leftOut: 1,
      });
    });

    it('need an address of which something is known that is on no account', async () => {
      await desk.sell(1, { accountId: bo.id });
      for (const [typed, message] of [
        [anna.email, `Nothing is known of ${anna.email} that is on no account.`],
        [bo.id, `${bo.id} is no e-mail address: of an account all is meant.`],
      ] as const) {
        await expect(exportCustomer(desk.needs, typed, { addressOnly: true })).rejects.toThrow(message);
        await expect(eraseCustomer(desk.needs, typed, 'x', { addressOnly: true })).rejects.toThrow(message);
      }
    });
  });

  it('are made for somebody who is known', async () => {
    for (const act of both) {
      for (const typed of ['nobody@example.com', 'sub-nobody']) {
        await expect(act(desk.needs, typed)).rejects.toMatchObject({
          ...{
            code: 'not_found',
            message: expect.stringContaining(`Nothing is known of ${typed}. Name the whole`),
          },
        });
      }
    }
    expect(await desk.recorded()).toEqual([]);
  });
});
