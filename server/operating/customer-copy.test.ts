import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteOpened } from '#server/buying/opened-checkouts.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { productById } from '#shared/catalogue.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { at, later, type OperatorsDesk, openDesk, purchaseOf } from '#tests/support/operators-desk.ts';
import { exportCustomer } from './customer-copy.ts';
import { giveGrant } from './customer-grants.ts';
import { eraseCustomer, showCustomer } from './customers.ts';
import { moveOrder } from './move-order.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

it('has what is shown, and of each order all that is kept', async () => {
  await desk.ledger.amend(() => noteMailService(true, at));
  await desk.sell(1, { email: 'ana@example.com', consentText: 'I agree', country: 'SE' });
  await moveOrder(desk.needs, 'cs_1', anna.email, 'typed wrong');
  const withdrawal = {
    ...{ reference: 'W-1', name: 'Anna', email: anna.email, productIds: ['fod'], refundOre: 25_000 },
    ...{ confirmation: 'word for word', receivedAt: later },
  };
  await desk.ledger.recordWithdrawal('cs_1', withdrawal);
  const { orders: _, sessions: __, mentions: ___, ...shown } = await showCustomer(desk.needs, anna.email);
  const { grants, ...kept } = (await desk.ledger.findOrder('cs_1')) ?? { grants: [] };
  expect(grants).toHaveLength(1);
  expect((await exportCustomer(desk.needs, anna.email)).copy).toEqual({
    ...{ ...shown, exportedAt: at, sessions: [], devices: [], checkouts: [] },
    orders: [
      {
        ...kept,
        standing: 'paid',
        moves: [
          {
            ...{ from: 'ana@example.com', to: anna.email, reason: 'typed wrong' },
            ...{ actor: 'operator:kim', at },
          },
        ],
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

describe('an address whose buyer was erased', () => {
  const eraseBuyer = () => eraseCustomer(desk.needs, anna.email, 'by letter');
  const copied = async () => {
    const { copy, leftOut } = await exportCustomer(desk.needs, anna.email);
    return [copy.orders.map(({ purchase }) => purchase.checkoutSessionId), leftOut];
  };
  beforeEach(async () => {
    await desk.sell(1);
    const gift = { ...purchaseOf(2), isGift: true };
    await desk.ledger.recordPurchase(gift, ['fod'], { by: 'webhook', event: null }, at);
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
});
