import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CheckoutOrder, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { mostCheckoutProducts } from '#shared/api/checkout.ts';
import { productById } from '#shared/catalogue.ts';
import { documentVersions } from '#shared/document-versions.ts';
import {
  checkoutSessionFacts,
  createStripeClient,
  createStripePayments,
  type StripePaymentsOptions,
} from './payments.ts';

/** What the SDK put on the wire for the last checkout session. */
let sent: URLSearchParams;
let idempotencyKey: string | undefined;
let answer: object;
/** The keys of all calls, and how the first of them fail. */
let keys: (string | undefined)[];
let failures: { status: number; type: string; code?: string; param?: string }[];
/** What a failing provider says about trying again. */
let shouldRetry: string;
const provider = createServer(async (request, response) => {
  sent = new URLSearchParams(await text(request));
  idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  keys.push(idempotencyKey);
  const failure = failures.shift();
  response.writeHead(failure?.status ?? 200, {
    'content-type': 'application/json',
    ...(failure && { 'stripe-should-retry': shouldRetry }),
  });
  const { status: _, ...error } = failure ?? {};
  response.end(JSON.stringify(failure ? { error: { ...error, message: 'no' } } : answer));
});
let apiBase: string;

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [keys, failures, shouldRetry] = [[], [], 'false'];
  answer = { id: 'cs_test_1', object: 'checkout.session', url: 'https://pay.example/cs_test_1' };
});
afterAll(async () => {
  provider.closeAllConnections();
  await once(provider.close(), 'close');
});

const order: CheckoutOrder = {
  products: ['fod', 'fist'].map((id) => productById(id)).filter((product) => product !== undefined),
  email: 'reader@example.com',
  accountId: null,
  isGift: false,
  origin: 'https://shop.example',
  idempotencyKey: 'attempt-1',
};

const paymentsOf = (over: Partial<StripePaymentsOptions> = {}) =>
  createStripePayments(createStripeClient('sk_test_1', apiBase), {
    publicUrl: 'https://shop.example',
    checkoutConsentText: null,
    ...{ reckonsTax: false, makesInvoices: false, ...over },
  });

function open(
  change: Partial<CheckoutOrder> = {},
  consentText: string | null = null,
  over: Partial<StripePaymentsOptions> = {},
) {
  const payments = paymentsOf({ checkoutConsentText: consentText, ...over });
  return payments.createCheckoutSession({ ...order, ...change });
}

describe('What a checkout session sold', () => {
  const sold = (metadata: Record<string, string>) =>
    checkoutSessionFacts({ id: 'cs_1', created: 1, metadata } as unknown as Stripe.Checkout.Session).lines;

  it('is in its metadata, with the prices, also what has left the catalogue since', () => {
    const terms_version = documentVersions.terms;
    const lines = [
      { productId: 'gone', priceOre: 100 },
      { productId: 'fist', priceOre: 0 },
    ];
    expect(sold({ product_gone: '100', product_fist: '0', terms_version })).toEqual(lines);
    expect(sold({ product_gone: '100', terms_version })).toEqual(lines.slice(0, 1));
  });

  it('is the shop’s own in a session from before the terms had versions when the catalogue has one of it', () => {
    expect(sold({ product_fist: '25000', product_gone: '100' })).toHaveLength(2);
  });

  it('is nothing of this shop’s when another one on the account has keys that look alike', () => {
    expect(sold({ product_id: '4711', order_id: '1001', product_count: '2' })).toEqual([]);
    expect(sold({})).toEqual([]);
  });

  it.each(['', 'yes', '-1', '1.5', '1e3', ' 5', '9'.repeat(16)])('is none of a price such as %j', (price) => {
    expect(sold({ product_fist: price, terms_version: documentVersions.terms })).toEqual([]);
  });
});

describe('A checkout session as it is asked for', () => {
  it('has no more than the 50 metadata keys that Stripe takes, with as many products as a checkout may have', async () => {
    const [product] = order.products;
    if (!product) throw new Error('There is no product');
    const products = Array.from({ length: mostCheckoutProducts }, (_, index) => ({
      ...product,
      id: `product-${index}`,
    }));
    await open({ products, accountId: 'sub-anna', isGift: true });
    for (const prefix of ['metadata[', 'payment_intent_data[metadata][']) {
      expect([...sent.keys()].filter((key) => key.startsWith(prefix)).length).toBeLessThanOrEqual(50);
    }
    expect(sent.get('metadata[gift]')).toBe('yes');
  });

  it('sells every product once, in öre and SEK, VAT included', async () => {
    await open();
    for (const [index, product] of order.products.entries()) {
      const line = `line_items[${index}]`;
      expect(sent.get(`${line}[quantity]`)).toBe('1');
      expect(sent.get(`${line}[price_data][unit_amount]`)).toBe(String(product.priceOre));
      expect(sent.get(`${line}[price_data][currency]`)).toBe('sek');
      expect(sent.get(`${line}[price_data][tax_behavior]`)).toBe('inclusive');
    }
  });

  it('has Stripe reckon the VAT within the price only where the shop wants it', async () => {
    await open();
    expect([...sent.keys()].filter((name) => /tax_code|automatic_tax|billing_address/.test(name))).toEqual(
      [],
    );
    await open({}, null, { reckonsTax: true });
    expect(sent.get('automatic_tax[enabled]')).toBe('true');
    expect(sent.get('billing_address_collection')).toBe('required');
    expect(sent.get('line_items[1][price_data][product_data][tax_code]')).toBe('txcd_10201000');
    expect(sent.get('line_items[1][price_data][tax_behavior]')).toBe('inclusive');
  });

  it('names on each line the product, and to Stripe Tax what kind of thing it is', async () => {
    const [fod, fist] = order.products;
    if (!fod || !fist) throw new Error('The catalogue lacks the products');
    await open({ products: [fod, { ...fist, taxCode: 'txcd_10302000' }] }, null, { reckonsTax: true });
    expect(sent.get('line_items[0][metadata][product_id]')).toBe('fod');
    expect(sent.get('line_items[0][price_data][product_data][tax_code]')).toBe('txcd_10201000');
    expect(sent.get('line_items[1][metadata][product_id]')).toBe('fist');
    expect(sent.get('line_items[1][price_data][product_data][tax_code]')).toBe('txcd_10302000');
  });

  it('asks for VAT numbers and makes an invoice only where the shop wants it', async () => {
    await open();
    expect([...sent.keys()].filter((name) => /tax_id|invoice|billing/.test(name))).toEqual([]);
    await open({}, null, { makesInvoices: true });
    expect(sent.get('tax_id_collection[enabled]')).toBe('true');
    expect(sent.get('invoice_creation[enabled]')).toBe('true');
    expect(sent.get('billing_address_collection')).toBe('required');
    expect(sent.has('automatic_tax[enabled]')).toBe(false);
  });

  it('says under which version of the terms it was made', async () => {
    await open();
    expect(sent.get('metadata[terms_version]')).toBe(documentVersions.terms);
  });

  it('is for one address, and the receipt goes to it too', async () => {
    await open();
    expect(sent.get('customer_email')).toBe('reader@example.com');
    expect(sent.get('payment_intent_data[receipt_email]')).toBe('reader@example.com');
  });

  it('says of the session and of its payment what was sold at which price, and to which account', async () => {
    await open({ accountId: 'account-1' });
    for (const place of ['metadata', 'payment_intent_data[metadata]']) {
      expect(sent.get(`${place}[product_fod]`)).toBe('25000');
      expect(sent.get(`${place}[account_id]`)).toBe('account-1');
    }
    await open();
    expect(sent.has('metadata[account_id]')).toBe(false);
  });

  it('asks for consent only where the shop has a text for it, and shows that text', async () => {
    await open({}, 'I want it at once.');
    expect(sent.get('consent_collection[terms_of_service]')).toBe('required');
    expect(sent.get('custom_text[terms_of_service_acceptance][message]')).toBe('I want it at once.');
    await open();
    expect([...sent.keys()].filter((key) => /consent|custom_text/.test(key))).toEqual([]);
  });

  it('leads back to the site that asked', async () => {
    await open({ origin: 'https://other.example' });
    expect(sent.get('success_url')).toBe(
      'https://other.example/shop/success?session_id={CHECKOUT_SESSION_ID}',
    );
    expect(sent.get('cancel_url')).toBe('https://other.example/shop/cancel');
  });

  it('is made once for one attempt: the same attempt has the same key, and another one another', async () => {
    await open();
    const first = idempotencyKey;
    await open();
    expect(idempotencyKey).toBe(first);
    await open({ idempotencyKey: 'attempt-2' });
    expect(idempotencyKey).not.toBe(first);
  });

  it('is another one each time for who names no attempt', async () => {
    for (let times = 0; times < 2; times += 1) await open({ idempotencyKey: null });
    expect(new Set(keys).size).toBe(2);
  });

  it('has a key that no buyer can choose, so that it is never the key of another call', async () => {
    await open({ idempotencyKey: 'refund cs_test_1 0' });
    expect(idempotencyKey).toMatch(/^checkout [\da-f]{64}$/);
  });

  it('is asked for with a second key after a 500, which the provider would replay for a day; each retry has the same two', async () => {
    for (let tries = 0; tries < 2; tries += 1) {
      failures = [{ status: 500, type: 'api_error' }];
      await open();
    }
    const [first, second] = keys;
    expect(second).not.toBe(first);
    expect(keys).toEqual([first, second, first, second]);
  });

  it.each([
    [400, 'invalid_request_error'],
    [503, 'api_error'],
  ])('is not asked for under another key after a %s', async (status, type) => {
    failures = [{ status, type }];
    await expect(open()).rejects.toThrow();
    expect(keys).toHaveLength(1);
  });

  it('is asked for once more, under the same key and a second later, when there were too many at once; not a third time', async () => {
    const busy = { status: 429, type: 'invalid_request_error' };
    failures = [busy];
    const startedAt = performance.now();
    expect(await open()).toMatchObject({ id: 'cs_test_1' });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const [first, ...others] = keys;
    expect(others).toEqual([first]);
    failures = [busy, busy];
    await expect(open()).rejects.toThrow(PaymentProviderUnavailable);
    expect(keys).toHaveLength(4);
  });

  it.each(['customer_email', 'payment_intent_data[receipt_email]'])(
    'is refused for an address that the provider does not take, in whatever parameter: %s',
    async (param) => {
      failures = [{ status: 400, type: 'invalid_request_error', code: 'email_invalid', param }];
      await expect(open()).rejects.toMatchObject({ code: 'invalid_email', field: 'email' });
    },
  );

  it('can be paid until the moment that is said, and after that opened again', async () => {
    answer = { ...answer, expires_at: Date.UTC(2026, 0, 2) / 1000 };
    expect(await open()).toMatchObject({ expiresAt: new Date('2026-01-02T00:00:00Z') });
    expect(sent.get('after_expiration[recovery][enabled]')).toBe('true');
  });

  it('without a payment page is a failure of the provider, which may be tried again', async () => {
    answer = { id: 'cs_test_1', object: 'checkout.session', url: null };
    await expect(open()).rejects.toThrow('The payment provider gave no payment page');
  });
});

describe('A checkout session that is closed', () => {
  it('is one that nobody can pay any more; one that was paid or has expired is none, and that is no failure', async () => {
    expect(await paymentsOf().expireCheckoutSession('cs_test_1')).toBe(true);
    failures = [{ status: 400, type: 'invalid_request_error' }];
    expect(await paymentsOf().expireCheckoutSession('cs_test_1')).toBe(false);
  });

  it('is asked for once: a sale waits for it', async () => {
    failures = [{ status: 503, type: 'api_error' }];
    shouldRetry = 'true';
    await expect(paymentsOf().expireCheckoutSession('cs_test_1')).rejects.toThrow('provider failed');
    expect(keys).toHaveLength(1);
  });
});

describe('A checkout session as it is read', () => {
  const session = {
    ...{ id: 'cs_1', payment_status: 'unpaid', status: 'complete', url: 'https://pay.example/1' },
    ...{ livemode: false, created: 1, metadata: {} },
  } as unknown as Stripe.Checkout.Session;
  const facts = (over: object) => checkoutSessionFacts({ ...session, ...over });

  it('has failed when its payment was, and not before', () => {
    for (const [status, hasFailed] of [
      ['processing', false],
      ['succeeded', false],
      ['requires_payment_method', true],
      ['canceled', true],
    ] as const)
      expect(facts({ payment_intent: { id: 'pi_1', status } }).paymentFailed).toBe(hasFailed);
    expect(facts({ payment_intent: 'pi_1' })).toMatchObject({
      paymentFailed: false,
      paymentIntentId: 'pi_1',
    });
  });

  it('has a payment page while it is open, and one that opens it again afterwards', () => {
    expect(facts({ status: 'open' }).paymentPage).toBe('https://pay.example/1');
    const recovery = { recovery: { url: 'https://pay.example/again' } };
    expect(facts({ status: 'expired', after_expiration: recovery })).toMatchObject({
      ...{ paymentPage: null, recoveryPage: 'https://pay.example/again' },
    });
  });

  it('can be opened again only while it asks for the consent that the shop asks for', async () => {
    const recovery = { recovery: { url: 'https://pay.example/again' } };
    const asking = (message: string | null) => ({
      ...{ ...session, status: 'expired', after_expiration: recovery },
      custom_text: { terms_of_service_acceptance: message && { message } },
    });
    const pageWhere = async (asked: string | null, checkoutConsentText: string | null) => {
      answer = asking(asked);
      return (await paymentsOf({ checkoutConsentText }).findCheckoutSession('cs_1'))?.recoveryPage;
    };
    const text = 'I agree to the [terms](https://s.se/t).';
    for (const same of [null, text]) expect(await pageWhere(same, same)).toBe('https://pay.example/again');
    expect(await pageWhere('Of before.', text)).toBeNull();
    expect(await pageWhere(null, text)).toBeNull();
    expect(await pageWhere(text, null)).toBeNull();
  });

  it('was charged when the charge was made, to the second', () => {
    const intent = {
      id: 'pi_1',
      status: 'succeeded',
      latest_charge: { created: Date.UTC(2026, 0, 2) / 1000 },
    };
    expect(facts({ payment_intent: intent }).chargedAt).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(facts({}).chargedAt).toBeNull();
  });

  it('has consent only to our text, and only where it was given', () => {
    const text = { terms_of_service_acceptance: { message: 'At once.' } };
    const consent = (terms: string | null) =>
      facts({ consent: { terms_of_service: terms }, custom_text: text }).consentText;
    expect([consent('accepted'), consent(null)]).toEqual(['At once.', null]);
    expect(facts({ custom_text: text }).consentText).toBeNull();
    const linked = {
      terms_of_service_acceptance: { message: 'I agree to the [terms](https://s.se/t). Now.' },
    };
    expect(facts({ consent: { terms_of_service: 'accepted' }, custom_text: linked }).consentText).toBe(
      'I agree to the terms (https://s.se/t). Now.',
    );
  });

  it('has VAT once it is reckoned', () => {
    const vat = (status: string) =>
      facts({ automatic_tax: { status }, total_details: { amount_tax: 5000 } }).vatOre;
    expect([vat('complete'), vat('requires_location_inputs')]).toEqual([5000, null]);
  });
});
