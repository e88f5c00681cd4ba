import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#server/accounts/identity-provider.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { Cause, Purchase } from '#server/ledger/records.ts';
import type { OperatorAction } from '#server/operating/records.ts';
import { covers } from '#server/owning/redeem-code.ts';
import { engines } from '../support/engines.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const later = new Date('2025-06-02T12:00:00Z');
const anna: Account = { id: 'sub-anna', username: 'anna', email: 'anna@example.com', emailVerified: true };
const action: OperatorAction = {
  actor: 'operator:kim',
  action: 'try',
  subject: null,
  reason: 'because',
  details: { why: 'not' },
  at,
};
const cause: Cause = {
  by: 'webhook',
  event: { id: 'evt_1', type: 'checkout.session.completed', objectId: 'cs_1', createdAt: at },
};
const purchase = (number: number, over: Partial<Purchase> = {}): Purchase => ({
  checkoutSessionId: `cs_${number}`,
  paymentIntentId: `pi_${number}`,
  email: anna.email,
  accountId: null,
  currency: 'sek',
  totalOre: 25_000,
  live: false,
  paidAt: new Date(at.getTime() + number * 1000),
  lines: [{ productId: 'fod', priceOre: 25_000 }],
  consentText: null,
  ...over,
});

describe.each(engines)("the operator's store on $engine", ({ open }) => {
  let store: OperatorStore;
  beforeEach(async () => {
    store = await open(() => at);
  });
  afterEach(() => store.close());

  it('keeps what operators did, the newest first', async () => {
    await store.noteAction(action);
    await store.noteAction({ ...action, action: 'again', details: {} });
    expect(await store.actions(1)).toEqual([{ ...action, action: 'again', details: {} }]);
    expect(await store.actions(9)).toHaveLength(2);
  });

  it('adds codes as one batch, counts what became of them, and makes none of codes that exist', async () => {
    const codes = ['b-code', 'A code', 'third'].map((code) => ({
      ...{ code: code.toLowerCase(), campaign: 'Summer', mostRedemptions: 2 },
      unlocks: ['fist', 'fod', 'fist'] as const,
      expiresAt: code === 'third' ? null : later,
    }));
    const made = { campaign: 'summer', origin: 'generated' } as const;
    const { batchId } = await store.addCodeBatch(made, [...codes, ...codes.slice(0, 1)], action);
    expect(await store.addCodeBatch(made, codes, action)).toEqual({ batchId: null, added: 0, existing: 3 });
    expect(await store.redeemCode('BCODE', anna, covers, at)).toEqual({ ok: true, unlocks: ['fist', 'fod'] });
    const batch = {
      ...{ id: batchId, campaign: 'summer', origin: 'generated', createdAt: at, createdBy: 'operator:kim' },
      ...{ codes: 3, redeemed: 1, revoked: 0, unlocks: ['fist', 'fod'], expiresAt: null, mostRedemptions: 2 },
    };
    expect(await store.codeBatches()).toEqual([batch]);
    expect(await store.codeBatches('winter')).toEqual([]);
    expect(await store.setCodesRevoked({ campaign: 'Summer' }, true, action)).toBe(3);
    expect(await store.setCodesRevoked({ campaign: 'Summer' }, true, action)).toBe(0);
    expect(await store.redeemCode('third', anna, covers, at)).toEqual({ ok: false, error: 'code_revoked' });
    const [first] = await store.codesOf({ batchId: batchId ?? 0 });
    expect(first).toEqual({
      ...{ id: first?.id, code: 'b-code', batchId, campaign: 'Summer', unlocks: ['fist', 'fod'] },
      ...{ createdAt: at, expiresAt: later, revokedAt: at, mostRedemptions: 2 },
      redemptions: [{ accountId: anna.id, redeemedAt: at }],
    });
    expect(await store.setCodesRevoked({ codeId: first?.id ?? 0 }, false, action)).toBe(1);
    expect(await store.codeBatch(batchId ?? 0)).toEqual({ ...batch, revoked: 2 });
    expect(await store.codeBatch(4711)).toBeNull();
    expect((await store.findCode('B CODE'))?.id).toBe(first?.id);
    expect((await store.actions(9)).map(({ subject, details }) => [subject, details])).toContainEqual([
      `batch ${batchId}`,
      { why: 'not', batchId, added: 3, existing: 1 },
    ]);
  });

  it('ends a code when it expires, and after as many accounts as it is good for', async () => {
    const code = {
      code: 'two',
      campaign: 'c',
      unlocks: ['fod'] as const,
      expiresAt: later,
      mostRedemptions: 2,
    };
    await store.addCodeBatch({ campaign: 'c', origin: 'imported' }, [code], action);
    const redeem = (number: number, when: Date) =>
      store.redeemCode('two', { ...anna, id: `sub-${number}`, emailVerified: false }, covers, when);
    expect(await redeem(1, later)).toEqual({ ok: false, error: 'code_revoked' });
    expect(await redeem(1, at)).toMatchObject({ ok: true });
    expect(await redeem(2, at)).toMatchObject({ ok: true });
    expect(await redeem(3, at)).toEqual({ ok: false, error: 'code_already_used' });
  });

  it('brings lines in once, and takes an import back: unclaimed grants vanish, claimed ones are revoked', async () => {
    const importId = await store.beginImport('backers', 'list.csv', action);
    const entries = ['one', 'two', 'two'].map((key, index) => ({
      ...{ key, email: index === 0 ? anna.email : 'bo@example.com', grantedAt: at },
      adventureIds: ['fod', 'fist'] as const,
    }));
    expect(await store.addImportEntries(importId, entries, 'operator:kim', at)).toBe(2);
    expect(await store.addImportEntries(importId, entries, 'operator:kim', at)).toBe(0);
    expect(await store.knownImportEntries(['one', 'three', 'two'])).toBe(2);
    expect(await store.ownedGrants(anna, later)).toHaveLength(2);
    await store.finishImport(importId, later);
    const record = {
      ...{ id: importId, kind: 'backers', name: 'list.csv', startedAt: at, startedBy: 'operator:kim' },
      ...{ finishedAt: later, undoneAt: null, undoneBy: null, entries: 2, grants: 4 },
    };
    expect(await store.imports()).toEqual([record]);
    expect(await store.undoImport(importId, action)).toEqual({ removed: 2, revoked: 2 });
    expect(await store.undoImport(importId, action)).toBeNull();
    expect(await store.imports()).toEqual([
      { ...record, entries: 0, grants: 0, undoneAt: at, undoneBy: 'operator:kim' },
    ]);
    expect(
      (await store.grantsOf({ email: anna.email })).map(({ origin, history }) => [
        origin,
        history.map(({ what }) => what),
      ]),
    ).toEqual([
      [`import ${importId}`, ['granted', 'claimed', 'revoked']],
      [`import ${importId}`, ['granted', 'claimed', 'revoked']],
    ]);
    expect(await store.grantsOf({ email: 'bo@example.com' })).toEqual([]);
  });

  it('finds orders by any part in any case, moves one, and tells it', async () => {
    await store.recordPurchase(purchase(1), ['fod'], cause, at);
    await store.recordPurchase(
      purchase(2, { email: 'bo_1@example.com', live: true }),
      ['fod'],
      { ...cause, event: null },
      at,
    );
    await store.ownedGrants(anna, at);
    const ids = async (query: string) =>
      (await store.findOrders(query, 9)).map(({ checkoutSessionId }) => checkoutSessionId);
    expect(await ids('EXAMPLE')).toEqual(['cs_2', 'cs_1']);
    expect(await ids('sub-AN')).toEqual(['cs_1']);
    expect(await ids('o_1@')).toEqual(['cs_2']);
    expect(await ids('%')).toEqual([]);
    expect(await store.findOrders('pi_1', 1)).toEqual([
      {
        ...{ checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', email: anna.email, accountId: anna.id },
        ...{ totalOre: 25_000, currency: 'sek', live: false, paidAt: purchase(1).paidAt },
        ...{ productIds: ['fod'], standing: 'paid' },
      },
    ]);
    expect(await store.moveOrder('cs_9', 'cy@example.com', action)).toBe(false);
    expect(await store.moveOrder('cs_1', 'cy@example.com', { ...action, reason: 'typo' })).toBe(true);
    expect(await store.orderMoves('cs_1')).toEqual([
      { from: anna.email, to: 'cy@example.com', reason: 'typo', actor: 'operator:kim', at },
    ]);
    expect(await store.ownedGrants(anna, later)).toEqual([]);
    expect(await store.ordersOf({ email: 'cy@example.com' })).toMatchObject([{ accountId: null }]);
    expect(await store.ordersOf({ accountId: anna.id })).toEqual([]);
  });

  it('gives and takes grants, knows who belongs together, and erases a customer', async () => {
    await store.recordPurchase(
      purchase(1, { accountId: anna.id, email: 'b@example.com' }),
      ['fod'],
      cause,
      at,
    );
    const grantId = await store.giveGrant({ email: anna.email }, 'fist', action);
    const session = { idHash: 'h', account: anna, refreshTokenEncrypted: Buffer.from('x'), expiresAt: later };
    await store.addSession(session, at);
    expect(await store.identitiesOf({ accountId: anna.id })).toEqual([
      { accountId: anna.id, email: anna.email, username: 'anna' },
      { accountId: anna.id, email: 'b@example.com', username: null },
    ]);
    expect(await store.identitiesOf({ email: anna.email })).toEqual([
      { accountId: null, email: anna.email, username: null },
      { accountId: anna.id, email: anna.email, username: 'anna' },
    ]);
    expect(await store.revokeGrant(grantId, action)).toBe(true);
    expect(await store.revokeGrant(grantId, action)).toBe(false);
    await store.giveGrant({ accountId: anna.id }, 'fod-artbook' as never, action);
    const code = { code: 'c', campaign: 'camp', unlocks: ['coc_aatt'] as const };
    await store.addActivationCodes([code], at);
    await store.redeemCode('c', anna, covers, later);
    expect(await store.redemptionsOf(anna.id)).toEqual([{ code: 'c', campaign: 'camp', redeemedAt: later }]);
    const erased = await store.eraseCustomer({ emails: [anna.email], accountIds: [anna.id] }, action);
    expect(erased).toEqual({ grants: 4, sessions: 1, redemptions: 1 });
    expect(await store.grantsOf({ email: anna.email })).toEqual([]);
    expect(await store.isErased(anna.id)).toBe(true);
    expect(await store.findPurchase('cs_1')).toMatchObject({ accountId: null, email: 'b@example.com' });
  });

  it('finds an order by its whole id, however many newer ones have ids that begin with it', async () => {
    for (const number of [1, 10, 11, 12]) {
      await store.recordPurchase(purchase(number), ['fod'], { ...cause, event: null }, at);
    }
    const found = async (query: string) =>
      (await store.findOrders(query, 2)).map(({ checkoutSessionId }) => checkoutSessionId);
    expect(await found('cs_1')).toEqual(['cs_1']);
    expect(await found('pi_1')).toEqual(['cs_1']);
    expect(await found('s_1')).toEqual(['cs_12', 'cs_11']);
  });

  it('sums sales by product and by day in UTC, refunds, and redemptions by campaign', async () => {
    const lines = [
      { productId: 'fod', priceOre: 25_000 },
      { productId: 'bundle-pre-order', priceOre: 50_000 },
      { productId: 'coc_aatt', priceOre: 1 },
    ];
    const lateEvening = new Date('2025-06-01T23:59:59.999Z');
    await store.recordPurchase(
      purchase(1, { lines, totalOre: 75_001, paidAt: lateEvening }),
      ['fod'],
      cause,
      at,
    );
    await store.recordPurchase(purchase(2, { paidAt: later }), ['fod'], { ...cause, event: null }, at);
    await store.recordPurchase(purchase(3, { live: true }), ['fod'], { ...cause, event: null }, at);
    const refund = {
      ...{ kind: 'refund' as const, id: 're_1', paymentIntentId: 'pi_1', amountOre: 70, status: 'pending' },
      ...{ productIds: [], asOf: at },
    };
    expect(await store.recordPaymentFact(refund, { by: 'reconciler', event: null }, at)).toBe('applied');
    const period = { from: new Date('2025-06-01'), to: new Date('2025-06-03') };
    expect(await store.figures(period, false)).toEqual({
      byProduct: [
        { key: 'bundle-pre-order', sold: 1, ore: 50_000 },
        { key: 'coc_aatt', sold: 1, ore: 1 },
        { key: 'fod', sold: 2, ore: 50_000 },
      ],
      byDay: [
        { key: '2025-06-01', sold: 3, ore: 75_001 },
        { key: '2025-06-02', sold: 1, ore: 25_000 },
      ],
      refundedOre: 70,
      byCampaign: [],
    });
    expect(await store.figures({ from: later, to: later }, true)).toEqual({
      ...{ byProduct: [], byDay: [], refundedOre: 0, byCampaign: [] },
    });
  });

  it('lists the ledger of events by type and outcome, the newest first', async () => {
    await store.recordPurchase(purchase(1), ['fod'], cause, at);
    const other = { id: 'evt_2', type: 'charge.updated', objectId: null, createdAt: at };
    await store.noteEvent(other, 'ignored', 'reconciler', later);
    const ids = async (filter: { type?: string; outcome?: string }) =>
      (await store.events({ ...filter, most: 9 })).map(({ id }) => id);
    expect(await ids({})).toEqual(['evt_2', 'evt_1']);
    expect(await ids({ type: 'charge.updated' })).toEqual(['evt_2']);
    expect(await ids({ outcome: 'fulfilled' })).toEqual(['evt_1']);
    expect(await store.events({ type: 'charge.updated', most: 1 })).toEqual([
      { ...other, outcome: 'ignored', broughtBy: 'reconciler', receivedAt: later },
    ]);
  });

  it('raises a withdrawal for a person, and keeps closed what an operator closed', async () => {
    await store.recordPurchase(purchase(1), ['fod'], cause, at);
    const withdrawal = {
      ...{ reference: 'W-1', name: 'Anna', email: anna.email, productIds: ['fod'], refundOre: 25_000 },
      ...{ confirmation: 'word for word', receivedAt: later },
    };
    expect(await store.recordWithdrawal('cs_9', withdrawal)).toBeNull();
    expect(await store.recordWithdrawal('cs_1', withdrawal)).toEqual(withdrawal);
    expect(await store.recordWithdrawal('cs_1', { ...withdrawal, reference: 'W-2' })).toEqual(withdrawal);
    const [open, ...more] = await store.openAttention();
    expect(more).toEqual([]);
    if (!open) throw new Error('Nothing waits');
    expect(open).toMatchObject({ checkoutSessionId: 'cs_1', raisedAt: later });
    expect(await store.resolveAttention(open, 'operator:kim', later)).toBe(true);
    expect(await store.resolveAttention(open, 'operator:kim', later)).toBe(false);
    expect(await store.findOrder('cs_1')).toMatchObject({ withdrawal, refunds: [], disputes: [] });
  });

  it('remembers where the last complete run of the reconciler began, for ninety days', async () => {
    expect(await store.lastReconciliation()).toBeNull();
    const run = { startedAt: at, finishedAt: later, since: at, result: { seen: 1 } };
    await store.noteReconciliation(run);
    await store.noteReconciliation({ ...run, result: { seen: 2 } });
    expect(await store.lastReconciliation()).toEqual(at);
  });

  it('runs work that one process should do, and hands on what it throws', async () => {
    let ran = 0;
    const work = async () => {
      ran += 1;
    };
    expect(await store.alone('housekeeping', work)).toBe(true);
    expect(await store.alone('housekeeping', work)).toBe(true);
    expect(ran).toBe(2);
    const failing = store.alone('reconciler', () => Promise.reject(new Error('of its own')));
    await expect(failing).rejects.toThrow('of its own');
    expect(await store.alone('reconciler', work)).toBe(true);
  });

  it('calls a database whole that is, with what is in it', async () => {
    await store.recordPurchase(purchase(1), ['fod'], cause, at);
    const { bytes, migrations, ...report } = await store.inspect();
    expect(report).toEqual({ faults: [], purchases: 1, grants: 1, codes: 0, newestPurchase: at });
    expect(bytes).toBeGreaterThan(0);
    expect(migrations[0]).toMatch(/^0001/);
  });
});
