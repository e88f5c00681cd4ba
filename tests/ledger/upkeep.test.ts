import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteReconciliation } from '#server/buying/reconciliations.ts';
import type { Purchase } from '#server/buying/records.ts';
import type { EventCause } from '#server/buying/webhook-events.ts';
import { time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const at = new Date('2025-06-01T12:00:00.123Z');
const later = new Date('2025-06-02T12:00:00Z');
const cause: EventCause = { by: 'webhook', event: null };
const purchase: Purchase = {
  ...{ checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1', email: 'anna@example.com', accountId: null },
  ...{
    currency: 'sek',
    totalOre: 25_000,
    live: false,
    paidAt: at,
    consentText: null,
    termsVersion: null,
    country: null,
    vatOre: null,
    invoiceId: null,
    paidAmount: null,
    paidCurrency: null,
  },
  lines: [{ productId: 'fod', priceOre: 25_000 }],
};

describe.each(engines)('on $engine', ({ open }) => {
  let ledger: LedgerVerbs;
  beforeEach(async () => {
    ledger = ledgerVerbs(await open(() => at));
  });
  afterEach(() => ledger.close());

  it('a withdrawal is raised for a person, and what an operator closed stays closed', async () => {
    await ledger.recordPurchase(purchase, ['fod'], cause, at);
    const withdrawal = withdrawalOf({ email: purchase.email, receivedAt: later });
    expect(await ledger.recordWithdrawal('cs_9', withdrawal)).toBeNull();
    expect(await ledger.recordWithdrawal('cs_1', withdrawal)).toEqual(withdrawal);
    expect(await ledger.recordWithdrawal('cs_1', { ...withdrawal, reference: 'W-2' })).toEqual(withdrawal);
    const [waiting, ...more] = await ledger.openAttention();
    expect(more).toEqual([]);
    if (!waiting) throw new Error('Nothing waits');
    expect(waiting).toMatchObject({ checkoutSessionId: 'cs_1', raisedAt: later });
    expect(await ledger.resolveAttention(waiting, 'operator:kim', later)).toBe(true);
    expect(await ledger.resolveAttention(waiting, 'operator:kim', later)).toBe(false);
    expect(await ledger.findOrder('cs_1')).toMatchObject({ withdrawal, refunds: [], disputes: [] });
    const refund = {
      ...{ kind: 'refund' as const, id: 're_1', paymentIntentId: 'pi_1', amountOre: 70, status: 'pending' },
      ...{ productIds: [], asOf: later, countedAt: later },
    };
    await ledger.recordPaymentFact(refund, cause, later);
    expect((await ledger.openAttention()).filter(({ subject }) => subject === 'W-1')).toEqual([]);
  });

  it('the last complete run of the reconciler is remembered for ninety days', async () => {
    expect(await ledger.lastReconciliation()).toBeNull();
    const run = { startedAt: at, finishedAt: later, since: at, result: { seen: 1 } };
    const note = (over: Partial<typeof run>) =>
      ledger.write([], () => noteReconciliation({ ...run, ...over }));
    await note({});
    await note({ result: { seen: 2 } });
    expect(await ledger.lastReconciliation()).toEqual(at);
    const runs = query('SELECT {columns} FROM reconciliations ORDER BY started_at', { startedAt: time });
    const days = (number: number) => new Date(at.getTime() + number * 24 * 60 * 60 * 1000);
    for (const day of [45, 90, 91]) {
      await note({ startedAt: days(day) });
      const kept = (await ledger.read(() => runs.all())).map(({ startedAt }) => startedAt);
      expect(kept[0]).toEqual(day > 90 ? days(45) : at);
    }
    expect(await ledger.lastReconciliation()).toEqual(days(91));
  });

  it('work that one process should do is done, and what it throws is handed on', async () => {
    let ran = 0;
    const work = async () => {
      ran += 1;
    };
    expect(await ledger.asLeader('housekeeping', work)).toBe(true);
    expect(await ledger.asLeader('housekeeping', work)).toBe(true);
    expect(ran).toBe(2);
    const failing = ledger.asLeader('reconciler', () => Promise.reject(new Error('of its own')));
    await expect(failing).rejects.toThrow('of its own');
    expect(await ledger.asLeader('reconciler', work)).toBe(true);
  });

  it('a database that is whole is called so, with what is in it', async () => {
    await ledger.recordPurchase(purchase, ['fod'], cause, at);
    const { bytes, migrations, ...report } = await ledger.inspect();
    expect(report).toEqual({ faults: [], purchases: 1, grants: 1, codes: 0, newestPurchase: at });
    expect(bytes).toBeGreaterThan(0);
    expect(migrations[0]).toMatch(/^0001/);
  });
});
