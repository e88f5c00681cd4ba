import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type Shop, webhookSecret } from '#tests/support/shop.ts';

/** The payment provider's event of a paid session, as far as fulfilment reads it. */
export interface PaidEvent {
  id: string;
  sessionId: string;
  payload: string;
}

/** A new event of a new paid checkout session. */
export function paidEvent(email: string, productId: string, priceOre = 25_000): PaidEvent {
  const unique = randomUUID().replaceAll('-', '');
  const sessionId = `cs_test_${unique}`;
  const id = `evt_${unique}`;
  const created = Math.floor(Date.now() / 1000);
  const session = {
    id: sessionId,
    object: 'checkout.session',
    payment_status: 'paid',
    status: 'complete',
    payment_intent: `pi_${unique}`,
    customer_details: { email },
    customer_email: email,
    metadata: { [`product_${productId}`]: String(priceOre) },
    amount_total: priceOre,
    currency: 'sek',
    livemode: false,
    created,
    consent: null,
    custom_text: {},
  };
  const event = {
    id,
    object: 'event',
    type: 'checkout.session.completed',
    created,
    livemode: false,
    data: { object: session },
  };
  return { id, sessionId, payload: JSON.stringify(event) };
}

interface Signing {
  secret?: string;
  /** Seconds since 1970. */
  timestamp?: number;
}

/** The payment provider's signature header for an event. */
export function signatureOf(
  { payload }: Pick<PaidEvent, 'payload'>,
  { secret = webhookSecret, timestamp }: Signing = {},
): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
}

/** Delivers an event, signed. */
export function postEvent(
  { url }: Pick<Shop, 'url'>,
  event: Pick<PaidEvent, 'payload'>,
  signing: Signing = {},
): Promise<Response> {
  return fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signatureOf(event, signing) },
    body: event.payload,
  });
}
