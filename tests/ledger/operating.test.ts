import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventCause, noteEvent, removeOldEvents } from '#server/buying/webhook-events.ts';
import { exportCustomer } from '#server/operating/customer-copy.ts';
import { giveGrant, listGrants, revokeGrant, showGrant } from '#server/operating/customer-grants.ts';
import { eraseCustomer, showCustomer } from '#server/operating/customers.ts';
import { listEvents } from '#server/operating/events.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import { listActions, noteAction, type OperatorNeeds } from '#server/operating/operator-action.ts';
import { closeAttention, findOrders, listAttention, showOrder } from '#server/operating/operator-orders.ts';
import { ordersOf } from '#server/operating/order-summaries.ts';
import { writeCard } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';
import { at, atDesk, later, purchaseOf as purchase } from '../support/operators-desk.ts';

const cause: EventCause = {
  by: 'webhook',
  event: { id: 'evt_1', type: 'checkout.session.completed', objectId: 'cs_1', createdAt: at },
};

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

  it('is on record, the newest first, with who, what, when and why, and the list itself as well', async () => {
    await giveGrant(needs, anna.email, 'fist', ' won a competition ');
    const entry = { actor: 'operator:kim', at, reason: null, subject: null, details: {} };
    const given = {
      ...{ ...entry, action: 'grants.give', subject: 'a•••@example.com', reason: 'won a competition' },
      details: { adventureId: 'fist', grant: expect.any(Number) },
    };
    expect(await listActions(needs, 9)).toEqual([given]);
    expect(await listActions(needs, 9)).toEqual([{ ...entry, action: 'actions.list' }, given]);
    expect(await listActions(needs, 1)).toHaveLength(1);
  });

  it('finds orders by any part in any case, moves one, and tells it', async () => {
    await sell(1);
    await sell(2, { email: 'bo_1@example.com', live: true });
    await ledger.ownedGrants(anna, at);
    const ids = async (query: string) =>
      (await findOrders(needs, query)).orders.map(({ checkoutSessionId }) => checkoutSessionId);
    expect(await ids('EXAMPLE')).toEqual(['cs_2', 'cs_1']);
    expect(await ids('sub-AN')).toEqual(['cs_1']);
    expect(await ids('CS_')).toEqual(['cs_2', 'cs_1']);
    expect(await ids('o_1@')).toEqual(['cs_2']);
    expect(await ids('%')).toEqual([]);
    expect(await ids('\0')).toEqual([]);
    expect((await findOrders(needs, 'pi_1')).orders).toEqual([
      {
        ...{ checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', email: anna.email, accountId: anna.id },
        ...{ totalOre: 25_000, currency: 'sek', live: false, paidAt: purchase(1).paidAt },
        ...{ productIds: ['fod'], standing: 'paid', termsVersion: null, lettersInTrouble: 0 },
      },
    ]);
    await expect(moveOrder(needs, 'cs_9', 'cy@example.com', 'typo')).rejects.toThrow('No order is recorded');
    const moved = { from: anna.email, to: 'cy@example.com', reason: 'typo', actor: 'operator:kim', at };
    expect(await moveOrder(needs, 'pi_1', 'Cy@example.com', 'typo')).toEqual(moved);
    const shown = await showOrder(needs, 'cs_1');
    expect(shown).toMatchObject({ moves: [moved], summary: { email: 'cy@example.com', accountId: null } });
    expect(shown.history.map(({ what, actor }) => [what, actor])).toEqual([
      ['granted', 'webhook'],
      ['claimed', 'account'],
      ['moved', 'operator:kim'],
    ]);
    expect(await ledger.ownedGrants(anna, later)).toEqual([]);
    expect(await ledger.read(() => ordersOf({ accountId: null, email: 'cy@example.com' }))).toMatchObject([
      { accountId: null },
    ]);
    expect(await ledger.read(() => ordersOf({ accountId: anna.id, email: null }))).toEqual([]);
    expect((await recorded()).slice(-2)).toEqual([
      ['orders.move', 'cs_1', 'typo', { from: 'a•••@example.com', to: 'c•••@example.com' }],
      ['orders.show', 'cs_1', null, {}],
    ]);
  });

  it('tells at an order what was done to it and to what it unlocks, oldest first; all that was about it is found in the record', async () => {
    await sell(1);
    await sell(2, { email: 'bo@example.com' });
    const [grant] = await listGrants(needs, anna.email);
    await showGrant(needs, grant?.id ?? 0);
    await findOrders(needs, 'cs_1');
    await moveOrder(needs, 'cs_2', 'cy@example.com', 'typo');
    await moveOrder(needs, 'cs_1', 'di@example.com', 'typo of anna@example.com');
    await revokeGrant(needs, grant?.id ?? 0, 'played it for them');
    await giveGrant(needs, anna.email, 'fist', 'because');
    const by = { at, actor: 'operator:kim' };
    for (const _ of ['first', 'looked at before'])
      expect((await showOrder(needs, 'cs_1')).actions).toEqual([
        { ...by, action: 'orders.move', reason: 'typo of a•••@example.com' },
        { ...by, action: 'grants.revoke', reason: 'played it for them' },
      ]);
    const about = async (typed: string, most = 9) =>
      (await listActions(needs, most, typed)).map(({ action }) => action);
    const page = 'https://shop.example.com/shop/order?id=cs_1';
    expect(await about(page)).toEqual(['orders.show', 'orders.show', 'orders.move', 'orders.find']);
    expect(await about(' cs_1 ', 2)).toEqual(['actions.list', 'orders.show']);
    const account = '0a1b2c3d-0000-4000-8000-00000000000f';
    await giveGrant(needs, account, 'fod', 'because');
    expect(await about(account)).toEqual(['grants.give']);
    expect(await about(account.toUpperCase(), 1)).toEqual(['actions.list']);
    expect(await about('pi_2')).toEqual(['orders.move']);
    expect(await about('cs_9')).toEqual([]);
  });

  it('tells at a customer why something was given to them or taken by hand, and not what was given to others', async () => {
    const given = await giveGrant(needs, anna.email, 'fist', 'won it');
    await giveGrant(needs, 'ab@example.com', 'fist', 'to another of the same masked address');
    await giveGrant(needs, '0a1b2c3d-0000-4000-8000-00000000000f', 'fist', 'to somebody else');
    await showGrant(needs, given);
    await revokeGrant(needs, given, 'was a mistake');
    const by = { at, actor: 'operator:kim', grant: given };
    const expected = [
      { ...by, action: 'grants.give', reason: 'won it' },
      { ...by, action: 'grants.revoke', reason: 'was a mistake' },
    ];
    expect((await showCustomer(needs, anna.email)).actions).toEqual(expected);
    const { copy } = await exportCustomer(needs, anna.email);
    expect(copy.actions).toEqual(expected.map((action) => ({ ...action, actor: 'operator' })));
  });

  it('finds an order by its whole id, however many newer ones have ids that begin with it', async () => {
    for (const number of [1, 10, 11, 12]) await sell(number);
    const found = async (query: string) =>
      (await findOrders(needs, query)).orders.map(({ checkoutSessionId }) => checkoutSessionId);
    expect(await found('cs_1')).toEqual(['cs_1']);
    expect(await found('pi_1')).toEqual(['cs_1']);
    expect(await found('s_1')).toEqual(['cs_12', 'cs_11', 'cs_10', 'cs_1']);
  });

  it('gives and takes grants, knows who belongs together, and erases a customer', async () => {
    await sell(1, { accountId: anna.id, email: 'b@example.com' });
    const grant = await giveGrant(needs, anna.email, 'fist', 'because');
    const session = { idHash: 'h', account: anna, refreshTokenEncrypted: Buffer.from('x'), expiresAt: later };
    await ledger.addSession(session, at);
    expect((await showCustomer(needs, anna.id)).identities).toEqual([
      { accountId: null, email: anna.email, username: null },
      { accountId: anna.id, email: anna.email, username: 'anna' },
      { accountId: anna.id, email: 'b@example.com', username: null },
    ]);
    expect((await showCustomer(needs, anna.email)).identities).toEqual([
      { accountId: null, email: anna.email, username: null },
      { accountId: anna.id, email: anna.email, username: 'anna' },
    ]);
    await revokeGrant(needs, grant, 'a mistake');
    await expect(revokeGrant(needs, grant, 'again')).rejects.toThrow('revoked already');
    expect(await listGrants(needs, anna.email)).toMatchObject([
      {
        ...{ id: grant, accountId: null, source: 'operator', origin: null, revokedReason: 'operator' },
        history: [
          { what: 'granted', reason: 'operator', actor: 'operator:kim', eventId: null, at },
          { what: 'revoked', reason: 'operator', actor: 'operator:kim', eventId: null, at },
        ],
      },
    ]);
    await giveGrant(needs, anna.id, 'fod-kickstarter', 'because');
    await noteAction(needs, 'orders.resolve', { subject: 'cs_1', reason: 'spoke with a@example.com' });
    await ledger.addActivationCodes([{ code: 'c', campaign: 'camp', unlocks: ['coc_aatt'] }], at);
    await ledger.redeemCode('c', anna, later);
    const { copy } = await exportCustomer(needs, anna.email);
    expect(copy).toMatchObject({ key: anna.email, exportedAt: at, deletionPending: false });
    expect(copy.redemptions).toEqual([
      { accountId: anna.id, code: 'c', campaign: 'camp', redeemedAt: later },
    ]);
    expect(copy.orders).toMatchObject([{ purchase: { checkoutSessionId: 'cs_1', email: 'b@example.com' } }]);
    const by = { at, actor: 'operator' };
    expect(copy.orders[0]?.actions).toEqual([
      { ...by, action: 'orders.resolve', reason: 'spoke with a•••@example.com' },
    ]);
    expect(copy.accountActions).toEqual([
      { ...by, action: 'customers.show', reason: null },
      { ...by, action: 'grants.give', reason: 'because' },
    ]);
    expect(copy.grants.map(({ adventureId, origin }) => [adventureId, origin])).toEqual([
      ['fist', null],
      ['fod-kickstarter', null],
      ['fod', 'cs_1'],
      ['coc_aatt', 'c'],
    ]);
    const counts = { grants: 4, sessions: 1, redemptions: 1 };
    expect(await eraseCustomer(needs, anna.email, 'asked by letter')).toEqual({
      ...{ accountIds: [anna.id], address: anna.email, ...counts, keptOrders: 1, otherAddresses: [] },
    });
    expect(await listGrants(needs, anna.email)).toEqual([]);
    expect(await ledger.isErased(anna.id)).toBe(true);
    expect(await ledger.findPurchase('cs_1')).toMatchObject({ accountId: null, email: 'b@example.com' });
    await expect(giveGrant(needs, anna.id, 'fod', 'because')).rejects.toMatchObject({ code: 'not_found' });
    expect(await recorded()).toContainEqual([
      ...['customers.erase', 'a•••@example.com', 'asked by letter', { accounts: [anna.id], ...counts }],
    ]);
  });

  it('names after an erasure the other addresses of the account under which something is left', async () => {
    const other = (number: number, name: string, over = {}) =>
      sell(number, { email: `${name}@example.com`, ...over });
    await sell(1, { accountId: anna.id });
    // What the account bought with another address goes with it; what waits for that, or was moved from it, does not.
    for (const [index, name] of ['bought', 'waits', 'gave', 'moved', 'given'].entries())
      await other(index + 2, name, { accountId: anna.id });
    await other(7, 'waits');
    await other(8, 'gave', { isGift: true });
    await other(9, 'moved');
    await moveOrder(needs, 'cs_9', 'c@example.com', 'why');
    await sell(10, { email: 'c@example.com', isGift: true });
    await ledger.amend(() =>
      writeCard(10, { recipient: 'given@example.com', sender: null, message: null, sendOn: null }),
    );
    // That of an order which came to it by the link may be one that it had before, or somebody else's.
    for (const number of [11, 12]) await other(number, 'link');
    expect(await claimWith(ledger, anna, await newLink(ledger, 'cs_11', at), at)).toBe('ok fod');
    expect(await eraseCustomer(needs, anna.id, 'asked by letter')).toMatchObject({
      otherAddresses: ['gave', 'given', 'link', 'moved', 'waits'].map((name) => `${name}@example.com`),
    });
    expect(await eraseCustomer(needs, 'waits@example.com', 'asked by letter')).toMatchObject({
      ...{ grants: 1, otherAddresses: [] },
    });
  });

  it('erases who is known by an address alone, and tells of a deletion that waits for the identity service', async () => {
    await sell(1);
    expect(await eraseCustomer(needs, anna.email, 'asked by letter')).toEqual({
      ...{ accountIds: [], address: anna.email, grants: 1, sessions: 0, redemptions: 0, keptOrders: 1 },
      otherAddresses: [],
    });
    expect((await showOrder(needs, 'cs_1')).grants).toMatchObject([{ revokedReason: 'customer_erased' }]);
    await sell(2, { accountId: anna.id });
    expect(await showCustomer(needs, anna.id)).toMatchObject({ deletionPending: false });
    await ledger.beginErasure({
      ...{ accountId: anna.id, email: null, accessTokenEncrypted: Buffer.from('x'), requestedAt: at },
    });
    expect(await showCustomer(needs, anna.id)).toMatchObject({ deletionPending: true });
  });

  it('forgets with somebody who is erased that others’ orders had their address before, and not that these moved', async () => {
    const moves = async (id: string) =>
      (await showOrder(needs, id)).moves.map(({ from, to, reason }) => [from, to, reason]);
    for (const number of [1, 2, 3]) await sell(number, { email: number === 2 ? bo.email : anna.email });
    await moveOrder(needs, 'cs_1', bo.email, `never of ${anna.email}`);
    for (const to of [anna.email, 'c@example.com']) await moveOrder(needs, 'cs_2', to, 'why');
    // What is kept of an order has the address that the order has.
    for (const to of [bo.email, anna.email]) await moveOrder(needs, 'cs_3', to, 'why');
    const others = async () => (await showCustomer(needs, anna.email)).mentions;
    expect(await others()).toEqual(
      ['cs_1', 'cs_2'].map((checkoutSessionId) => ({ what: 'earlier_address', checkoutSessionId })),
    );
    const { copy } = await exportCustomer(needs, 'c@example.com');
    expect(copy.orders[0]?.moves.map(({ from, to }) => [from, to])).toEqual([
      ['b•••@example.com', 'a•••@example.com'],
      ['a•••@example.com', 'c@example.com'],
    ]);
    // Whoever has the address since an account with it was asked to be deleted may be another.
    const before = new Date(at.getTime() - 1);
    const request = { accountId: anna.id, email: anna.email, requestedAt: before };
    await ledger.beginErasure({ ...request, accessTokenEncrypted: Buffer.from('x') });
    await ledger.completeErasure(anna.id, at);
    expect(await moves('cs_1')).toEqual([[anna.email, bo.email, 'never of a•••@example.com']]);
    await eraseCustomer(needs, anna.email, 'asked by letter');
    expect(await moves('cs_1')).toEqual([['(erased)', bo.email, 'never of a•••@example.com']]);
    expect(await moves('cs_2')).toEqual([
      [bo.email, '(erased)', 'why'],
      ['(erased)', 'c@example.com', 'why'],
    ]);
    expect(await moves('cs_3')).toEqual([
      [anna.email, bo.email, 'why'],
      [bo.email, anna.email, 'why'],
    ]);
    expect(await others()).toEqual([]);
    expect((await findOrders(needs, anna.email)).orders.map(({ checkoutSessionId: id }) => id)).toEqual([
      'cs_3',
    ]);
  });

  it('finds orders by an address with a capital beyond A to Z, which is kept as it was typed', async () => {
    const email = 'Åsa@example.se';
    await sell(1, { email });
    await sell(2, { email });
    await moveOrder(needs, 'cs_2', 'c@example.com', 'why');
    for (const typed of [email, 'Åsa', 'ÅSA@EXAMPLE'])
      expect((await findOrders(needs, typed)).orders.map(({ checkoutSessionId: id }) => id)).toEqual([
        'cs_2',
        'cs_1',
      ]);
  });

  it('lists the events that were received by type and outcome, the newest first', async () => {
    await ledger.recordPurchase(purchase(1), ['fod'], cause, at);
    const other = { id: 'evt_2', type: 'charge.updated', objectId: null, createdAt: at };
    await ledger.amend(() => noteEvent(other, 'ignored', 'reconciler', later));
    const ids = async (filter: { type?: string; outcome?: string }) =>
      (await listEvents(needs, { ...filter, most: 9 })).map(({ id }) => id);
    expect(await ids({})).toEqual(['evt_2', 'evt_1']);
    expect(await ids({ type: 'charge.updated' })).toEqual(['evt_2']);
    expect(await ids({ outcome: 'fulfilled' })).toEqual(['evt_1']);
    expect(await listEvents(needs, { type: 'charge.updated', most: 1 })).toEqual([
      { ...other, outcome: 'ignored', broughtBy: 'reconciler', receivedAt: later },
    ]);
    expect((await recorded())[1]).toEqual(['events.list', null, null, { type: 'charge.updated' }]);
  });

  it('forgets events after 400 days, and nothing that they brought', async () => {
    const day = (days: number) => new Date(at.getTime() + days * 24 * 60 * 60 * 1000);
    await ledger.recordPurchase(purchase(1), ['fod'], cause, at);
    const other = { id: 'evt_2', type: 'charge.updated', objectId: null, createdAt: at };
    await ledger.amend(() => noteEvent(other, 'ignored', 'reconciler', later));
    const { history } = await ledger.orderGrants('cs_1');
    const left = async (days: number) => {
      await ledger.amend(() => removeOldEvents(day(days)));
      return (await listEvents(needs, { most: 9 })).map(({ id }) => id);
    };
    expect(await left(399)).toEqual(['evt_2', 'evt_1']);
    expect(await left(400)).toEqual(['evt_2']);
    expect(await left(401)).toEqual([]);
    expect((await ledger.orderGrants('cs_1')).history).toEqual(history);
    expect(history).toMatchObject([{ eventId: 'evt_1' }]);
  });

  it('closes what waits for a decision, once, with a reason', async () => {
    await sell(1);
    const withdrawal = withdrawalOf({ receivedAt: later });
    await ledger.recordWithdrawal('cs_1', withdrawal);
    const [open, ...more] = await listAttention(needs);
    if (!open || more.length > 0) throw new Error('Not one thing waits');
    expect(open).toMatchObject({ checkoutSessionId: 'cs_1', subject: 'W-1', raisedAt: later });
    const { raisedAt: _, ...item } = open;
    await expect(closeAttention(needs, item, ' ')).rejects.toThrow('Say why');
    await closeAttention(needs, item, 'paid back');
    await expect(closeAttention(needs, item, 'again')).rejects.toThrow(
      'No such question about this order is open',
    );
    expect(await listAttention(needs)).toEqual([]);
    expect(await recorded()).toEqual([
      ['orders.attention', null, null, {}],
      ['orders.resolve', 'cs_1', 'paid back', item],
      ['orders.attention', null, null, {}],
    ]);
  });
});
