import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteOpened } from '#server/buying/opened-checkouts.ts';
import type { Withdrawal } from '#server/buying/records.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { integer } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { writeCard } from '#server/owning/gifts.ts';
import { productById } from '#shared/catalogue.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { at, later, type OperatorsDesk, openDesk, purchaseOf } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { exportCustomer } from './customer-copy.ts';
import { giveGrant } from './customer-grants.ts';
import { eraseCustomer, showCustomer } from './customers.ts';
import { moveOrder } from './move-order.ts';
import { voidWithdrawal } from './void-withdrawal.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

it('has what is shown, and of each order all that is kept', async () => {
  await desk.ledger.amend(() => noteMailService(true, at));
  await desk.sell(1, { email: 'ana@example.com', consentText: 'I agree', country: 'SE' });
  await moveOrder(desk.needs, 'cs_1', anna.email, 'typed wrong');
  const withdrawal = withdrawalOf({ receivedAt: later });
  await desk.ledger.recordWithdrawal('cs_1', withdrawal);
  const { orders: _, sessions: __, mentions: ___, ...shown } = await showCustomer(desk.needs, anna.email);
  const { grants, ...kept } = (await desk.ledger.findOrder('cs_1')) ?? { grants: [] };
  expect(grants).toHaveLength(1);
  expect((await exportCustomer(desk.needs, anna.email)).copy).toEqual({
    ...{
      ...shown,
      exportedAt: at,
      gifts: [],
      withdrawals: [],
      movedAway: [],
      letters: [],
      sessions: [],
      devices: [],
      checkouts: [],
      accountActions: [],
    },
    grants: shown.grants.map((grant) => ({
      ...grant,
      history: grant.history.map((event) => ({ ...event, actor: event.actor.replace(/:kim$/, '') })),
    })),
    orders: [
      {
        ...kept,
        standing: 'paid',
        moves: [
          {
            ...{ from: 'a•••@example.com', to: anna.email, reason: 'typed wrong' },
            ...{ actor: 'operator', at },
          },
        ],
        ...{ fraudWarnings: [], questions: [expect.objectContaining({ reason: 'withdrawal_requested' })] },
        actions: [{ actor: 'operator', action: 'orders.move', reason: 'typed wrong', at }],
        letters: expect.arrayContaining([
          { kind: 'withdrawal-acknowledged', state: 'waiting', fault: null, writtenAt: later, endedAt: null },
        ]),
      },
    ],
  });
  expect((await desk.recorded()).at(-1)).toEqual(['customers.export', 'a•••@example.com', null, {}]);
});

it('says on what devices they are and were signed in and what they wanted to pay, and nothing that opens anything', async () => {
  const session = { account: anna, refreshTokenEncrypted: Buffer.from('sealed'), expiresAt: later };
  await desk.ledger.addSession({ idHash: 'h1', ...session, device: 'Chrome on Android' }, at);
  await desk.ledger.addSession({ idHash: 'h2', ...session, device: 'Firefox on Linux', expiresAt: at }, at);
  const fod = productById('fod');
  if (!fod) throw new Error('The shop does not sell it');
  const opened = { checkoutSessionId: 'cs_9', accountId: anna.id, browserHash: 'a digest', products: [fod] };
  await noteOpened(desk.ledger, { ...opened, expiresAt: later }, at);
  await giveGrant(desk.needs, anna.id, 'fod', 'because');
  const { copy } = await exportCustomer(desk.needs, anna.id);
  expect(copy).toMatchObject({
    sessions: [{ device: 'Chrome on Android', beganAt: at, lastUsedAt: at }],
    devices: [
      { device: 'Chrome on Android', lastSeenAt: at },
      { device: 'Firefox on Linux', lastSeenAt: at },
    ],
    checkouts: [{ checkoutSessionId: 'cs_9', productIds: ['fod'], openedAt: at, closedAt: null }],
  });
  expect(JSON.stringify(copy)).not.toMatch(/h1|h2|sealed|digest/);
});

it('says of a gift to them that it is one, and nothing of the order that it came from', async () => {
  const lines = [{ productId: 'fist', priceOre: 25_000 }];
  const gift = { ...purchaseOf(1, { accountId: bo.id, email: bo.email, lines }), isGift: true };
  await desk.ledger.recordPurchase(gift, ['fist'], { by: 'webhook', event: null }, at);
  await desk.sell(2);
  const token = await newLink(desk.ledger, 'cs_1', at);
  expect(await claimWith(desk.ledger, anna, token, at)).toBe('ok fist');
  const { copy } = await exportCustomer(desk.needs, anna.id);
  expect(copy.grants.map(({ source, origin }) => [source, origin])).toEqual([
    ['purchase', 'a gift'],
    ['purchase', 'cs_2'],
  ]);
  expect(JSON.stringify(copy)).not.toContain('cs_1');
});

const declared = (over: Partial<Withdrawal> = {}): Withdrawal => withdrawalOf({ receivedAt: later, ...over });

it('says that somebody else withdrew from their order, and not who', async () => {
  await desk.sell(1);
  const theirs = { name: 'Tuva', email: 'tuva@example.com', confirmation: 'I, Tuva, withdraw' };
  await desk.ledger.recordWithdrawal('cs_1', declared(theirs));
  const { copy } = await exportCustomer(desk.needs, anna.email);
  expect(copy.orders[0]?.withdrawal).toEqual({
    ...{ reference: 'W-1', productIds: ['fod'], refundOre: 25_000, receivedAt: later },
  });
  expect(JSON.stringify(copy)).not.toMatch(/tuva/i);
});

describe('An address that an order had which came to them by its link', () => {
  const earlier = 'ana@example.com';
  const signIn = (over: Partial<Account> = {}) => {
    const account = { ...anna, ...over };
    const session = { idHash: account.email, refreshTokenEncrypted: Buffer.from('sealed'), expiresAt: later };
    return desk.ledger.addSession({ ...session, account }, desk.clock());
  };

  it.each<[boolean, string, () => Promise<unknown>]>([
    [false, 'there is nothing else', async () => {}],
    [false, 'a session has it unverified', () => signIn({ email: earlier, emailVerified: false })],
    [true, 'a session has it verified', () => signIn({ email: earlier })],
    [true, 'they bought with it', () => desk.sell(3, { accountId: anna.id, email: earlier })],
    [
      true,
      'what waited for it came to them',
      async () => {
        await desk.sell(3, { email: earlier });
        await desk.ledger.ownedGrants({ ...anna, email: earlier }, at);
      },
    ],
    [
      true,
      'the order itself was moved away and back, and came to them by it',
      async () => {
        for (const email of [bo.email, earlier]) await moveOrder(desk.needs, 'cs_1', email, 'as they wish');
        await desk.ledger.ownedGrants({ ...anna, email: earlier }, at);
      },
    ],
  ])('counts as theirs: %s, where %s', async (isTheirs, _where, becomeKnown) => {
    await desk.sell(1, { email: earlier });
    await claimWith(desk.ledger, anna, await newLink(desk.ledger, 'cs_1', at), at);
    await desk.sell(2, { accountId: anna.id });
    await desk.ledger.recordWithdrawal('cs_2', declared({ email: earlier }));
    await becomeKnown();
    desk.turnTo(new Date(later.getTime() - 1));
    await signIn();
    const { copy } = await exportCustomer(desk.needs, anna.id);
    expect(copy.orders.find(({ withdrawal }) => withdrawal)?.withdrawal?.name).toBe(
      isTheirs ? 'Anna' : undefined,
    );
  });
});

const card = { recipient: anna.email, sender: 'Bo', message: 'For you', sendOn: '2025-06-24' };
async function giveToAnna(): Promise<void> {
  const order = { ...purchaseOf(9, { accountId: bo.id, email: bo.email }), isGift: true };
  await desk.ledger.recordPurchase(order, ['fod'], { by: 'webhook', event: null }, at);
  await desk.ledger.amend(function* () {
    yield* writeCard(yield* newestPurchase.one(), card);
  });
}
const newestPurchase = query('SELECT max(id) FROM purchases', integer);

it('has the gifts for them, their letters that wait, and the withdrawals that they declared and that do not count or are of others’ orders', async () => {
  await desk.ledger.amend(() => noteMailService(true, at));
  await giveToAnna();
  const letter = { kind: 'new-device', subject: 'x', recipient: anna.email, happenedAt: at } as const;
  await desk.ledger.amend(() => writeLetter(letter, at));
  for (const number of [2, 3]) await desk.sell(number, number === 3 ? { email: bo.email } : {});
  await desk.ledger.recordWithdrawal('cs_2', declared());
  await voidWithdrawal(desk.needs, 'cs_2', 'W-1', 'a mistake');
  await desk.ledger.recordWithdrawal('cs_2', declared({ reference: 'W-2' }));
  await desk.ledger.recordWithdrawal('cs_3', declared({ reference: 'W-3' }));
  const { copy } = await exportCustomer(desk.needs, anna.email);
  expect(copy.gifts).toEqual([card]);
  expect(copy.letters).toEqual([{ kind: 'new-device', dueAt: at }]);
  expect(copy.withdrawals).toEqual([
    { ...declared(), checkoutSessionId: 'cs_2', voidedAt: at },
    { ...declared({ reference: 'W-3' }), checkoutSessionId: 'cs_3', voidedAt: null },
  ]);
  expect(copy.orders.map(({ withdrawal }) => withdrawal?.reference)).toEqual(['W-2']);
});

it('says when an order moved away that had their address by mistake, and not which', async () => {
  await desk.sell(1);
  await desk.sell(2, { email: bo.email });
  for (const order of ['cs_1', 'cs_2'])
    await moveOrder(desk.needs, order, 'cecil@example.com', 'typed wrong');
  expect((await exportCustomer(desk.needs, anna.email)).copy).toMatchObject({
    ...{ orders: [], movedAway: [{ at }] },
  });
  // The moves of their own orders are with these.
  await desk.sell(3);
  for (const email of [bo.email, anna.email]) await moveOrder(desk.needs, 'cs_3', email, 'typed wrong');
  const { copy } = await exportCustomer(desk.needs, anna.email);
  expect(copy.movedAway).toEqual([{ at }]);
  expect(JSON.stringify(copy)).not.toMatch(/cs_[12]|cecil/);
});

describe('an address whose buyer was erased', () => {
  const eraseBuyer = () => eraseCustomer(desk.needs, anna.email, 'by letter');
  const copied = async () => {
    const { copy, leftOut } = await exportCustomer(desk.needs, anna.email);
    expect(copy.withdrawals.map(({ reference }) => reference)).toEqual(leftOut > 0 ? [] : ['W-1']);
    expect(copy.movedAway).toEqual([]);
    return [copy.orders.map(({ purchase }) => purchase.checkoutSessionId), leftOut];
  };
  beforeEach(async () => {
    await desk.sell(1);
    for (const email of [bo.email, anna.email]) await moveOrder(desk.needs, 'cs_1', email, 'typed wrong');
    const gift = { ...purchaseOf(2), isGift: true };
    await desk.ledger.recordPurchase(gift, ['fod'], { by: 'webhook', event: null }, at);
    await desk.ledger.recordWithdrawal('cs_1', declared());
    await voidWithdrawal(desk.needs, 'cs_1', 'W-1', 'a mistake');
    await eraseBuyer();
  });

  it('has what is kept of them in its copy as long as nobody else is known by it', async () => {
    expect(await copied()).toEqual([['cs_1', 'cs_2'], 0]);
  });

  it('has their orders left out of the copy for whoever has an account with it since, and the operator is told', async () => {
    const refreshTokenEncrypted = Buffer.from('sealed');
    await desk.ledger.addSession(
      { idHash: 'h', account: anna, refreshTokenEncrypted, expiresAt: later },
      later,
    );
    expect(await copied()).toEqual([[], 2]);
    await desk.sell(3, { accountId: anna.id });
    expect(await copied()).toEqual([['cs_3'], 2]);
  });

  it('has them left out as well for whoever bought with it since', async () => {
    await desk.sell(3);
    expect(await copied()).toEqual([['cs_3'], 2]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was given an unlock', () => giveGrant(desk.needs, anna.email, 'fod', 'because')],
    ['is given something', giveToAnna],
    [
      'is to have a letter',
      async () => {
        await desk.ledger.amend(() => noteMailService(true, at));
        const letter = {
          kind: 'payment-failed',
          subject: 'x',
          recipient: anna.email,
          happenedAt: at,
        } as const;
        await desk.ledger.amend(() => writeLetter(letter, at));
      },
    ],
  ])(
    'has them left out for somebody of whom nothing is known but that they %s',
    async (_what, becomeKnown) => {
      await becomeKnown();
      expect(await copied()).toEqual([[], 2]);
    },
  );
});
