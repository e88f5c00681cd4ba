import { z } from 'zod';
import type { Disputes } from '../disputes.ts';
import type { Records } from '../records.ts';
import type { Endpoints } from '../wire/api.ts';
import { noSuch } from '../wire/errors.ts';
import { expand } from '../wire/expand.ts';
import { isWithin, pageOf } from '../wire/lists.ts';
import * as is from '../wire/parameters.ts';

const onlyExpand = z.strictObject(is.expansion);
const onlyPages = z.strictObject(is.pagination);
const intentParameters = z.strictObject({ ...is.expansion, client_secret: is.text().optional() });
const intentListParameters = z.strictObject({ ...is.pagination, created: is.moment().optional() });
const chargeListParameters = z.strictObject({
  ...is.pagination,
  created: is.moment().optional(),
  payment_intent: is.text().optional(),
});
const disputeListParameters = z.strictObject({
  ...is.pagination,
  charge: is.text().optional(),
  created: is.moment().optional(),
  payment_intent: is.text().optional(),
});

/** Calls that read payment intents, charges, invoices and disputes. */
export function paymentEndpoints(records: Records, disputes: Disputes): Endpoints {
  return {
    'GET /payment_intents': ({ parameters }) => {
      const wanted = is.read(intentListParameters, parameters);
      const intents = records.intents
        .values()
        .filter((intent) => isWithin(intent.created, wanted.created))
        .reverse();
      const known = (id: string): boolean => records.intents.get(id) !== undefined;
      return expand(
        pageOf('/v1/payment_intents', 'payment_intent', intents, wanted, known),
        wanted.expand,
        records,
      );
    },
    'GET /payment_intents/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(intentParameters, parameters);
      const intent = records.intents.get(id);
      if (!intent) throw noSuch('payment_intent', id, 'intent');
      return expand(intent, paths, records);
    },
    'GET /charges': ({ parameters }) => {
      const wanted = is.read(chargeListParameters, parameters);
      const charges = records.charges
        .values()
        .filter(
          (charge) =>
            isWithin(charge.created, wanted.created) &&
            (wanted.payment_intent === undefined || charge.payment_intent === wanted.payment_intent),
        )
        .reverse();
      const known = (id: string): boolean => records.charges.get(id) !== undefined;
      return expand(pageOf('/v1/charges', 'charge', charges, wanted, known), wanted.expand, records);
    },
    'GET /charges/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      const charge = records.charges.get(id);
      if (!charge) throw noSuch('charge', id, 'charge');
      return expand(charge, paths, records);
    },
    'GET /invoices': ({ parameters }) => {
      const wanted = is.read(onlyPages, parameters);
      const invoices = records.invoices.values().reverse();
      const known = (id: string): boolean => records.invoices.get(id) !== undefined;
      return expand(pageOf('/v1/invoices', 'invoice', invoices, wanted, known), wanted.expand, records);
    },
    'GET /invoices/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      const invoice = records.invoices.get(id);
      if (!invoice) throw noSuch('invoice', id, 'invoice');
      return expand(invoice, paths, records);
    },
    'GET /disputes': ({ parameters }) => {
      const wanted = is.read(disputeListParameters, parameters);
      const found = records.disputes
        .values()
        .filter(
          (dispute) =>
            isWithin(dispute.created, wanted.created) &&
            (wanted.charge === undefined || dispute.charge === wanted.charge) &&
            (wanted.payment_intent === undefined || dispute.payment_intent === wanted.payment_intent),
        )
        .reverse();
      const known = (id: string): boolean => records.disputes.get(id) !== undefined;
      return expand(pageOf('/v1/disputes', 'dispute', found, wanted, known), wanted.expand, records);
    },
    'GET /disputes/:id': ({ id, parameters }) => {
      const { expand: paths } = is.read(onlyExpand, parameters);
      return expand(disputes.find(id), paths, records);
    },
  };
}
