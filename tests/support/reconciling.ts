import type { ReceivedEvent } from '#server/buying/payment-provider.ts';
import { text, time } from '#server/ledger/rows.ts';
import { eventOf, type SmallShop, sessionOf } from './small-shop.ts';

/** The event of a paid checkout session `cs_<id>`, as the payment provider keeps it. */
export const paidEvent = (id: string): ReceivedEvent => ({
  event: eventOf({ id: `evt_${id}`, objectId: `cs_${id}` }),
  subject: {
    kind: 'checkout_session',
    session: sessionOf({ id: `cs_${id}`, paymentIntentId: `pi_${id}` }),
  },
});

/** The recorded complete runs of the reconciler, oldest first. */
export const notedRuns = (shop: SmallShop) =>
  shop.rows('SELECT {columns} FROM reconciliations ORDER BY started_at', {
    ...{ startedAt: time, finishedAt: time, since: time, result: text },
  });
