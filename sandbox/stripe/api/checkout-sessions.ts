import { z } from 'zod';
import type { Checkout } from '../checkout.ts';
import type { Records } from '../records.ts';
import type { Endpoints } from '../wire/api.ts';
import { expand } from '../wire/expand.ts';
import { isWithin, pageOf } from '../wire/lists.ts';
import * as is from '../wire/parameters.ts';

const onlyExpand = z.strictObject(is.expansion);
const onlyPages = z.strictObject(is.pagination);
const listParameters = z.strictObject({
  ...is.pagination,
  created: is.moment().optional(),
  customer_details: z.strictObject({ email: is.email() }).optional(),
  payment_intent: is.text().optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
});

/** Calls on checkout sessions (docs.stripe.com/api/checkout/sessions). */
export function checkoutSessionEndpoints(checkout: Checkout, records: Records): Endpoints {
  return {
    'POST /checkout/sessions': ({ parameters }) => {
      const session = checkout.create(parameters);
      return expand(session, parameters['expand'] as string[] | undefined, records);
    },
    'GET /checkout/sessions': ({ parameters }) => {
      const wanted = is.read(listParameters, parameters);
      const sessions = checkout
        .list()
        .map(({ session }) => session)
        .filter(
          (session) =>
            isWithin(session.created, wanted.created) &&
            (wanted.status === undefined || session.status === wanted.status) &&
            (wanted.payment_intent === undefined || session.payment_intent === wanted.payment_intent) &&
            (wanted.customer_details === undefined ||
              session.customer_details?.email?.toLowerCase() === wanted.customer_details.email.toLowerCase()),
        )
        .reverse();
      const known = (id: string): boolean => records.sessions.get(id) !== undefined;
      return expand(
        pageOf('/v1/checkout/sessions', 'checkout.session', sessions, wanted, known),
        wanted.expand,
        records,
      );
    },
    'GET /checkout/sessions/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      return expand(checkout.find(id).session, paths, records);
    },
    'POST /checkout/sessions/:id/expire': ({ id, parameters, cause }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      return expand(checkout.expire(id, cause), paths, records);
    },
    'GET /checkout/sessions/:id/line_items': ({ id, parameters }) => {
      const wanted = is.read(onlyPages, parameters);
      const { lines } = checkout.find(id);
      const known = (line: string): boolean => lines.some((candidate) => candidate.id === line);
      return expand(
        pageOf(`/v1/checkout/sessions/${id}/line_items`, 'item', lines, wanted, known),
        wanted.expand,
        records,
      );
    },
  };
}
