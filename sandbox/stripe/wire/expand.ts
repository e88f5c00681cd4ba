import type { Records } from '../records.ts';
import { invalidParameter } from './errors.ts';
import { usualPage } from './lists.ts';

/** What can be expanded, by the kind of object (docs.stripe.com/api/expanding_objects). */
const expandable: Record<string, readonly string[]> = {
  'checkout.session': [
    'customer',
    'invoice',
    'line_items',
    'payment_intent',
    'payment_link',
    'setup_intent',
    'subscription',
  ],
  payment_intent: ['customer', 'latest_charge', 'review'],
  charge: ['balance_transaction', 'customer', 'payment_intent', 'refunds', 'review'],
  refund: ['balance_transaction', 'charge', 'failure_balance_transaction', 'payment_intent'],
  dispute: ['charge', 'payment_intent'],
  item: ['price', 'taxes'],
  price: ['product'],
  balance_transaction: ['source'],
};

/** Stripe expands at most four levels deep. */
const deepest = 4;

type Plain = Record<string, unknown>;

/**
 * Replaces ids by the objects they name.
 * @param paths for example `payment_intent.latest_charge`; in a list, `data.payment_intent`
 * @returns a copy
 * @throws StripeApiError for a path that leads nowhere
 */
export function expand(object: object, paths: readonly string[] | undefined, records: Records): object {
  const copy = structuredClone(object);
  for (const path of paths ?? []) {
    const parts = path.split('.');
    if (parts.length > deepest)
      throw invalidParameter(
        `You cannot expand more than ${deepest} levels of a property. Property: ${path}`,
      );
    follow(copy as Plain, parts, path, records);
  }
  return copy;
}

function follow(object: Plain, [head, ...rest]: string[], path: string, records: Records): void {
  if (head === undefined) return;
  if (object['object'] === 'list' && head === 'data') {
    for (const item of object['data'] as Plain[]) follow(item, rest, path, records);
    return;
  }
  if (!expandable[String(object['object'])]?.includes(head))
    throw invalidParameter(`This property cannot be expanded (${path}).`, undefined, 'expand');
  const value = expanded(object, head, records);
  object[head] = value;
  if (typeof value === 'object' && value !== null) follow(value as Plain, rest, path, records);
}

function expanded(object: Plain, name: string, records: Records): unknown {
  const id = String(object['id']);
  const known = object[name];
  if (name === 'line_items' && known === undefined)
    return listOf(`/v1/checkout/sessions/${id}/line_items`, records.sessions.get(id)?.lines ?? []);
  if (name === 'taxes') return structuredClone(records.lineTaxes.get(id) ?? []);
  if (name === 'refunds' && known === undefined)
    return listOf(
      `/v1/charges/${id}/refunds`,
      records.refunds
        .values()
        .filter((refund) => refund.charge === id)
        .reverse(),
    );
  return typeof known === 'string' ? structuredClone(lookUp(known, records)) : known;
}

function listOf(url: string, data: object[]): object {
  return {
    object: 'list',
    data: structuredClone(data.slice(0, usualPage)),
    has_more: data.length > usualPage,
    url,
  };
}

function lookUp(id: string, records: Records): object | undefined {
  return (
    records.intents.get(id) ??
    records.charges.get(id) ??
    records.refunds.get(id) ??
    records.disputes.get(id) ??
    records.balance.get(id) ??
    records.products.get(id) ??
    records.invoices.get(id)
  );
}
