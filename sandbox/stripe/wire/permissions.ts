import { StripeApiError } from './errors.ts';

/** The permissions of restricted keys, by the names in Stripe's error messages without their `rak_`. */
const areas: readonly (readonly [path: RegExp, area: string])[] = [
  [/^\/checkout\/sessions\b/, 'checkout_session'],
  [/^\/events\b/, 'event'],
  [/^\/payment_intents\b/, 'payment_intent'],
  [/^\/charges\b/, 'charge'],
  // Refunds belong to charges.
  [/^\/refunds\b/, 'charge'],
  [/^\/disputes\b/, 'dispute'],
  [/^\/invoices\b/, 'invoice'],
  [/^\/webhook_endpoints\b/, 'webhook'],
];

/** The permission that reads what a property is expanded to; others are of the object itself, or belong to no permission here. */
const expansions: Readonly<Record<string, string>> = {
  invoice: 'invoice_read',
  payment_intent: 'payment_intent_read',
  charge: 'charge_read',
  latest_charge: 'charge_read',
  refunds: 'charge_read',
};

/** Permissions that restricted keys (`rk_test_…`) lack here: `event_read`, `charge_write`. Write includes read. */
export interface Permissions {
  deny(rights: readonly string[]): void;
  /** @throws StripeApiError 403 for a restricted key that lacks the right for a call */
  check(key: string, method: string, path: string): void;
  /** @throws StripeApiError 403 for a restricted key that may not read what a call expands */
  checkExpansion(key: string, path: string): void;
}

export function createPermissions(): Permissions {
  let denied = new Set<string>();
  const demand = (key: string, right: string): void => {
    if (!key.startsWith('rk_') || !denied.has(right)) return;
    throw new StripeApiError(
      403,
      {
        type: 'invalid_request_error',
        message: `The provided key '${key.slice(0, 8)}***' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the 'rak_${right}' permission would allow this request to continue.`,
      },
      false,
    );
  };
  return {
    deny(rights) {
      denied = new Set(rights);
    },
    check(key, method, path) {
      const area = areas.find(([pattern]) => pattern.test(path))?.[1];
      if (area !== undefined) demand(key, `${area}_${method === 'GET' ? 'read' : 'write'}`);
    },
    checkExpansion(key, path) {
      for (const name of path.split('.')) {
        const right = expansions[name];
        if (right !== undefined) demand(key, right);
      }
    },
  };
}
