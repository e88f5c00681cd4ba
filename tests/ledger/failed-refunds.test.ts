import { expect, it } from 'vitest';
import type { KnownRefund } from '#server/buying/refunds-and-disputes.ts';
import { ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { minutes, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const byWebhook = { by: 'webhook', event: null } as const;

it.each(engines)(
  'A refund of a part that failed waits until its sum was given anew, in parts ($engine)',
  async ({ open }) => {
    const ledger = await open(() => noon);
    const verbs = ledgerVerbs(ledger);
    const bring = (over: Partial<KnownRefund>) =>
      verbs.recordPaymentFact(refundOf({ amountOre: 100, ...over }), byWebhook, noon);
    const waiting = async () => (await verbs.openAttention()).map(({ reason }) => reason);
    await verbs.recordPurchase(purchaseOf(), ['fod'], byWebhook, noon);
    await bring({});
    await bring({ status: 'failed', asOf: minutes(1) });
    // Later reads do not change the time of the failure.
    await bring({ status: 'failed', asOf: minutes(9) });
    await bring({ id: 're_2', amountOre: 60, asOf: minutes(2), countedAt: minutes(2) });
    expect(await waiting()).toEqual(['refund_failed']);
    await bring({ id: 're_3', amountOre: 40, asOf: minutes(3), countedAt: minutes(3) });
    expect(await waiting()).toEqual([]);
    await ledger.close();
  },
);
