import type Stripe from 'stripe';
import { z } from 'zod';
import type { Records, SessionRecord } from '../records.ts';
import type { Endpoints } from '../wire/api.ts';
import { noSuch } from '../wire/errors.ts';
import { expand } from '../wire/expand.ts';
import * as is from '../wire/parameters.ts';

const updateParameters = z.strictObject({ ...is.expansion, receipt_email: is.email().optional() });

/**
 * The one change of a charge that the shop makes: "If this field is updated, then a new email receipt will be sent to the
 * updated address" (docs.stripe.com/api/charges/update). Whether the real service sends when the address stays the same is
 * not documented; here it does.
 */
export function chargeUpdateEndpoints(
  records: Records,
  sendReceipt: (record: SessionRecord, intent: Stripe.PaymentIntent) => void,
): Endpoints {
  return {
    'POST /charges/:id': ({ id, parameters }) => {
      const { receipt_email: to, expand: paths } = is.read(updateParameters, parameters);
      const before = records.charges.get(id);
      if (!before) throw noSuch('charge', id, 'charge');
      const charge = { ...before, receipt_email: to ?? before.receipt_email };
      records.charges.put(id, charge);
      const intent = records.intents.get(String(charge.payment_intent));
      const session = records.sessions
        .values()
        .find(({ session: { payment_intent: paid } }) => paid === charge.payment_intent);
      if (to && intent && session) sendReceipt(session, { ...intent, receipt_email: to });
      return expand(charge, paths, records);
    },
  };
}
