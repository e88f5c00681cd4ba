import { z } from 'zod';
import type { Records } from '../records.ts';
import type { Refunds } from '../refunds.ts';
import type { Endpoints } from '../wire/api.ts';
import { invalidParameter, noSuch, refused } from '../wire/errors.ts';
import { expand } from '../wire/expand.ts';
import { isWithin, pageOf } from '../wire/lists.ts';
import * as is from '../wire/parameters.ts';

const onlyExpand = z.strictObject(is.expansion);
const createParameters = z.strictObject({
  ...is.expansion,
  amount: is.integer(1).optional(),
  charge: is.text().optional(),
  metadata: is.metadata().optional(),
  payment_intent: is.text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const updateParameters = z.strictObject({ ...is.expansion, metadata: is.metadata().optional() });
const listParameters = z.strictObject({
  ...is.pagination,
  charge: is.text().optional(),
  created: is.moment().optional(),
  payment_intent: is.text().optional(),
});

/** Calls on refunds (docs.stripe.com/api/refunds). */
export function refundEndpoints(refunds: Refunds, records: Records): Endpoints {
  return {
    'POST /refunds': ({ parameters, cause }) => {
      const {
        expand: paths,
        charge,
        payment_intent: intent,
        ...request
      } = is.read(createParameters, parameters);
      if (charge === undefined && intent === undefined)
        throw invalidParameter(
          'One of the following params should be provided for this request: payment_intent or charge.',
        );
      const chargeId = charge ?? refundableCharge(intent ?? '', records);
      return expand(refunds.create({ ...request, chargeId }, cause), paths, records);
    },
    'GET /refunds': ({ parameters }) => {
      const wanted = is.read(listParameters, parameters);
      const found = records.refunds
        .values()
        .filter(
          (refund) =>
            isWithin(refund.created, wanted.created) &&
            (wanted.charge === undefined || refund.charge === wanted.charge) &&
            (wanted.payment_intent === undefined || refund.payment_intent === wanted.payment_intent),
        )
        .reverse();
      const known = (id: string): boolean => records.refunds.get(id) !== undefined;
      return expand(pageOf('/v1/refunds', 'refund', found, wanted, known), wanted.expand, records);
    },
    'GET /refunds/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      return expand(refunds.find(id), paths, records);
    },
    'POST /refunds/:id': ({ id, parameters, cause }) => {
      const { expand: paths, metadata } = is.read(updateParameters, parameters);
      return expand(refunds.update(id, metadata ?? {}, cause), paths, records);
    },
    'POST /refunds/:id/cancel': ({ id, parameters }) => {
      is.read(onlyExpand, parameters);
      return refunds.cancel(id);
    },
  };
}

/** The charge of an intent that can give money back. @throws StripeApiError when there is none */
export function refundableCharge(intentId: string, records: Records): string {
  const intent = records.intents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded')
    throw refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  return String(intent.latest_charge);
}
