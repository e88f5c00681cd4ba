import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FraudWarning } from '#server/buying/payment-provider.ts';
import { recordFraudWarning } from '#server/buying/record-payment-fact.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { exportCustomer } from '#server/operating/customer-copy.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { disputeOf, minutes, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const byWebhook = { by: 'webhook', event: null } as const;
const warningOf = (over: Partial<FraudWarning> = {}): FraudWarning => ({
  ...{ id: 'issfr_1', paymentIntentId: 'pi_1', isActionable: true, asOf: noon },
  ...over,
});

describe.each(engines)('an early fraud warning, on $engine', ({ open }) => {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  beforeEach(async () => {
    ledger = await open(() => noon);
    verbs = ledgerVerbs(ledger);
  });
  afterEach(() => ledger.close());

  const sell = () => verbs.recordPurchase(purchaseOf(), ['fod'], byWebhook, noon);
  const warn = (over?: Partial<FraudWarning>) => recordFraudWarning(ledger, warningOf(over), byWebhook, noon);
  const waiting = async () =>
    (await verbs.openAttention()).map(({ reason, subject }) => `${reason} ${subject}`);

  it('puts the order before the operator and takes nothing, in whatever order purchase and warning come', async () => {
    expect(await warn()).toBe('waiting');
    expect(await waiting()).toEqual([]);
    await sell();
    expect(await waiting()).toEqual(['early_fraud_warning issfr_1']);
    expect(await warn()).toBe('unchanged');
    const { grants } = await verbs.orderGrants('cs_1');
    expect(grants.map(({ withheldReason }) => withheldReason)).toEqual([null]);
    await warn({ id: 'issfr_2' });
    expect(await waiting()).toHaveLength(2);
  });

  it('waits no more once the money went back, or once a dispute has taken its place', async () => {
    await sell();
    expect(await warn()).toBe('applied');
    await verbs.recordPaymentFact(refundOf(), byWebhook, noon);
    expect(await waiting()).toEqual([]);
    // After a failed refund the shop has the money, so the warning stays.
    await verbs.recordPaymentFact(refundOf({ status: 'failed', asOf: minutes(1) }), byWebhook, noon);
    expect((await waiting()).sort()).toEqual(['early_fraud_warning issfr_1', 'refund_failed re_1']);
    await verbs.recordPaymentFact(disputeOf({ status: 'warning_needs_response' }), byWebhook, noon);
    expect((await waiting()).sort()).toEqual(['dispute_needs_response du_1', 'refund_failed re_1']);
  });

  it('that is no longer actionable asks for nothing, and an older state brings it back no more', async () => {
    await sell();
    await warn();
    expect(await warn({ isActionable: false, asOf: minutes(5) })).toBe('applied');
    expect(await waiting()).toEqual([]);
    expect(await warn({ asOf: minutes(4) })).toBe('unchanged');
    // Of two states in one second, the one that needs no action counts as the later.
    expect(await warn({ asOf: minutes(5) })).toBe('unchanged');
    expect(await waiting()).toEqual([]);
  });

  it('that the operator closed stays closed', async () => {
    await sell();
    await warn();
    const item = { checkoutSessionId: 'cs_1', reason: 'early_fraud_warning', subject: 'issfr_1' } as const;
    expect(await verbs.resolveAttention(item, 'operator:kim', noon)).toBe(true);
    await warn({ asOf: minutes(9) });
    expect(await waiting()).toEqual([]);
    // Whoever asks for a copy of their data reads it all.
    const needs = { ledger, clock: () => noon, actor: 'operator:kim' } as const;
    const { copy } = await exportCustomer(needs, purchaseOf().email);
    expect(copy.orders).toMatchObject([
      {
        fraudWarnings: [{ id: 'issfr_1', isActionable: true, asOf: minutes(9) }],
        questions: [
          {
            ...{ reason: 'early_fraud_warning', subject: 'issfr_1', raisedAt: noon },
            ...{ resolvedAt: noon, resolvedBy: 'operator' },
          },
        ],
      },
    ]);
  });
});
