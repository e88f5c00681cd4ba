import { createHmac, randomUUID } from 'node:crypto';
import { fewestCodes } from './database.ts';
import type { LoadRequest } from './load.ts';
import { usualProduct } from './sold.ts';

/** What browsers and the app send along, and the proxy that ends TLS. */
const usual = {
  'user-agent': 'Mozilla/5.0 (bench)',
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
};
const json = { ...usual, 'content-type': 'application/json' };

/** What calls of an account are sent with. */
interface SignedIn {
  idToken: string;
}

export const unlockedContentCall = ({ idToken }: SignedIn, etag?: string): LoadRequest => ({
  method: 'GET',
  path: '/api/unlocked-content',
  headers: { ...json, authorization: `Bearer ${idToken}`, ...(etag && { 'if-none-match': etag }) },
});

const useCodeCall = ({ idToken }: SignedIn, activationCode: string): LoadRequest => ({
  method: 'POST',
  path: '/api/use-code',
  headers: { ...json, authorization: `Bearer ${idToken}` },
  body: JSON.stringify({ activationCode }),
});

/**
 * Redemptions of which no two are the same: everybody redeems one code after the other, each of which works for everybody.
 * @throws when the codes of `fillDatabase` are used up, after hundreds of thousands
 */
export const redemptionsBy = (people: readonly SignedIn[]) => (index: number) => {
  const code = Math.floor(index / people.length) + 1;
  if (code > fewestCodes) throw new Error(`There are no more than ${fewestCodes} codes`);
  return useCodeCall(people[index % people.length] as SignedIn, `torch-${code}`);
};

export const checkoutCall = (baseUrl: string): LoadRequest => ({
  method: 'POST',
  path: '/api/create-checkout-session',
  headers: json,
  body: JSON.stringify({ products: [{ id: usualProduct.id }], baseUrl, email: 'reader@example.com' }),
});

export const orderCall = (checkoutSessionId: string): LoadRequest => ({
  method: 'GET',
  path: `/api/orders/${checkoutSessionId}`,
  headers: usual,
});

export const sessionCall = (cookie: string): LoadRequest => ({
  method: 'GET',
  path: '/api/session',
  headers: { ...usual, cookie, 'sec-fetch-site': 'same-origin' },
});

/** A paid order as Stripe reports it, signed now. */
export function webhookCall(secret: string): LoadRequest {
  const unique = randomUUID().replaceAll('-', '');
  const created = Math.floor(Date.now() / 1000);
  const email = `reader-${unique}@example.com`;
  const object = {
    ...{ id: `cs_test_${unique}`, object: 'checkout.session', payment_intent: `pi_${unique}` },
    ...{ payment_status: 'paid', status: 'complete', customer_email: email, customer_details: { email } },
    ...{ metadata: { product_fist: '25000' }, amount_total: 25_000, currency: 'sek', livemode: false },
    ...{ created, consent: null, custom_text: {} },
  };
  const event = { id: `evt_${unique}`, object: 'event', type: 'checkout.session.completed', created };
  const body = JSON.stringify({ ...event, livemode: false, data: { object } });
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  return {
    method: 'POST',
    path: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
    body,
  };
}
