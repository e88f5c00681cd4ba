// Stripe's webhook endpoint, the permissions of a restricted key, and whether the account may sell.

import Stripe from 'stripe';
import type { PaymentSetUp, RefusedCheckout, WebhookEndpoint } from '#server/operating/payment-set-up.ts';
import { Refusal } from '#server/refusal.ts';
import { catalogue } from '#shared/catalogue.ts';
import { answered, isDenied } from './calls.ts';
import { eventTypes } from './events.ts';
import { createStripePayments, type StripePaymentsOptions } from './payments.ts';

/** No object has this id: a call with it fails because of that, or before because the key lacks the permission. */
const none = 'none_of_this_id';

/**
 * The shop's settings at Stripe (docs.stripe.com/api/webhook_endpoints).
 * @param options with what the shop makes payment pages; where it makes invoices, the key must also read them
 */
export function createStripeSetUp(stripe: Stripe, options: StripePaymentsOptions): PaymentSetUp {
  const events = [...eventTypes];
  return {
    events,
    apiVersion: Stripe.API_VERSION,
    endpoints: () =>
      allowed('The key may not read webhook endpoints.', async () => {
        const found: WebhookEndpoint[] = [];
        for await (const one of stripe.webhookEndpoints.list({ limit: 100 })) found.push(endpointOf(one));
        return found;
      }),
    async createEndpoint(url) {
      const made = await allowed(mayNotChange, () =>
        stripe.webhookEndpoints.create({
          url,
          enabled_events: events,
          description: 'The shop',
          api_version: Stripe.API_VERSION,
        }),
      );
      if (!made.secret) throw new Error('Stripe told no signing secret.');
      return { endpoint: endpointOf(made), secret: made.secret };
    },
    mendEndpoint: async (id) =>
      endpointOf(
        await allowed(mayNotChange, () =>
          stripe.webhookEndpoints.update(id, { enabled_events: events, disabled: false }),
        ),
      ),
    async disableEndpoint(id) {
      await allowed(mayNotChange, () => stripe.webhookEndpoints.update(id, { disabled: true }));
    },
    rights: () =>
      Promise.all(
        trials(stripe, options.makesInvoices).map(async ([right, neededFor, call, setUpOnly = false]) => ({
          right,
          neededFor,
          setUpOnly,
          granted: await isGranted(call),
        })),
      ),
    tryCheckout: () => tryCheckout(stripe, options),
  };
}

/** No call but the making of a page tells whether it is possible: the account, its payment methods and taxes have a say. */
async function tryCheckout(stripe: Stripe, options: StripePaymentsOptions): Promise<RefusedCheckout | null> {
  const payments = createStripePayments(stripe, options);
  try {
    const { id } = await payments.createCheckoutSession({
      products: catalogue.slice(0, 1),
      email: 'doctor@example.com',
      accountId: null,
      isGift: false,
      idempotencyKey: null,
      origin: options.publicUrl,
    });
    await payments.expireCheckoutSession(id);
    return null;
  } catch (error) {
    const refusal = isDenied(error) ? error.cause : error;
    if (
      !(refusal instanceof Stripe.errors.StripeInvalidRequestError) &&
      !(refusal instanceof Stripe.errors.StripePermissionError)
    )
      throw error;
    return { words: refusal.message, isAboutTerms: /terms of service/i.test(refusal.message) };
  }
}

/** Calls that need one permission each and change nothing. */
function trials(
  stripe: Stripe,
  makesInvoices: boolean,
): readonly (readonly [right: string, neededFor: string, call: () => Promise<unknown>, setUpOnly?: true])[] {
  const invoices = [
    'Invoices: read',
    'invoices, and with them the VAT of lines',
    () => stripe.invoices.list({ limit: 1 }),
  ] as const;
  return [
    ...(makesInvoices ? [invoices] : []),
    ['Checkout Sessions: write', 'selling', () => stripe.checkout.sessions.expire(none)],
    ['Events: read', 'finding what the webhook lost', () => stripe.events.list({ limit: 1 })],
    [
      'PaymentIntents: read',
      'what became of a payment, disputes and receipts',
      () => stripe.paymentIntents.list({ limit: 1 }),
    ],
    [
      'Charges and Refunds: write',
      'the time of a payment, refunds and receipts',
      () => stripe.charges.update(none, {}),
    ],
    ['Disputes: read', 'finding disputes that the webhook lost', () => stripe.disputes.list({ limit: 1 })],
    [
      'Webhook Endpoints: write',
      'this command and "doctor"; may be taken away afterwards',
      () => stripe.webhookEndpoints.update(none, {}),
      true,
    ],
  ];
}

async function isGranted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await answered(call);
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    // "No such object" means that the key has the permission.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
    throw error;
  }
}

const mayNotChange = 'The key may not change webhook endpoints: give it "Webhook Endpoints: write".';

/** A call whose missing permission is reported in words. */
async function allowed<T>(refusal: string, call: () => Promise<T>): Promise<T> {
  try {
    return await answered(call);
  } catch (error) {
    throw isDenied(error) ? new Refusal('forbidden', refusal) : error;
  }
}

function endpointOf({
  id,
  url,
  status,
  enabled_events: events,
  api_version: apiVersion,
}: Stripe.WebhookEndpoint) {
  return { id, url, enabled: status === 'enabled', events, apiVersion };
}
