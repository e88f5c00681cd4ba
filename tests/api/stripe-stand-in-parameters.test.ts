import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, order, type StartedSandbox, startSandboxForTests } from '#sandbox/stripe/start-for-tests.ts';

type Params = Stripe.Checkout.SessionCreateParams;

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandboxForTests();
});
afterAll(() => started.close());

const now = (): number => Math.floor(Date.now() / 1000);
const without = (name: keyof Params): Params => {
  const { [name]: _left, ...rest } = order();
  return rest;
};
const nested = (change: object): Params => order({ line_items: [{ ...line('A', 500), ...change }] });

const refusals: [rule: string, params: () => Params, expected: object][] = [
  [
    'an unknown parameter',
    () => order({ colour: 'red' } as Params),
    { code: 'parameter_unknown', param: 'colour', message: 'Received unknown parameter: colour' },
  ],
  [
    'an unknown nested parameter',
    () => nested({ price: undefined, sku: 'x' }),
    { code: 'parameter_unknown', param: 'line_items[0][sku]' },
  ],
  [
    'a parameter that this version of the API no longer has',
    () => order({ payment_method_types: ['card'] } as Params),
    { code: 'parameter_unknown', param: 'payment_method_types' },
  ],
  [
    'a missing mode',
    () => without('mode'),
    { code: 'parameter_missing', param: 'mode', message: 'Missing required param: mode.' },
  ],
  [
    'a missing success_url',
    () => without('success_url'),
    { code: 'parameter_missing', param: 'success_url' },
  ],
  ['missing line items', () => without('line_items'), { code: 'parameter_missing', param: 'line_items' }],
  [
    'a line without a quantity',
    () => nested({ quantity: undefined }),
    { code: 'parameter_missing', param: 'line_items[0][quantity]' },
  ],
  [
    'a line without a currency',
    () => nested({ price_data: { unit_amount: 500, product_data: { name: 'A' } } }),
    { code: 'parameter_missing', param: 'line_items[0][price_data][currency]' },
  ],
  [
    'a mode that does not exist',
    () => order({ mode: 'gift' }),
    { param: 'mode', message: 'Invalid mode: must be one of payment, setup, or subscription' },
  ],
  [
    'an e-mail address that is none',
    () => order({ customer_email: 'nobody' }),
    { code: 'email_invalid', param: 'customer_email', message: 'Invalid email address: nobody' },
  ],
  [
    'an empty e-mail address',
    () => order({ customer_email: '' }),
    { code: 'parameter_invalid_empty', param: 'customer_email' },
  ],
  [
    'an address of the web that is none',
    () => order({ success_url: '/shop/success' }),
    { code: 'url_invalid', param: 'success_url', message: 'Not a valid URL' },
  ],
  [
    'an amount with a fraction',
    () => order({ line_items: [line('A', 187.5)] }),
    {
      code: 'parameter_invalid_integer',
      param: 'line_items[0][price_data][unit_amount]',
      message: 'Invalid integer: 187.5',
    },
  ],
  ['a negative amount', () => order({ line_items: [line('A', -1)] }), { code: 'parameter_invalid_integer' }],
  ['a total under 3 SEK', () => order({ line_items: [line('A', 299)] }), { code: 'amount_too_small' }],
  [
    'a currency that does not exist',
    () => nested({ price_data: { currency: 'xxq', unit_amount: 500, product_data: { name: 'A' } } }),
    { message: 'Invalid currency: xxq.' },
  ],
  [
    'a price that does not exist',
    () => order({ line_items: [{ price: 'price_1', quantity: 1 }] }),
    { code: 'resource_missing', param: 'line_items[0][price]' },
  ],
  [
    '101 lines',
    () => order({ line_items: Array.from({ length: 101 }, (_, n) => line(`Line ${n}`, 500)) }),
    { param: 'line_items' },
  ],
  [
    'an end less than 30 minutes ahead',
    () => order({ expires_at: now() + 29 * 60 }),
    {
      param: 'expires_at',
      message: 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    },
  ],
  [
    'an end more than 24 hours ahead',
    () => order({ expires_at: now() + 24 * 60 * 60 + 60 }),
    {
      param: 'expires_at',
      message: 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    },
  ],
  [
    '51 keys of metadata',
    () => order({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) }),
    { param: 'metadata' },
  ],
  [
    'a metadata key of 41 characters',
    () => order({ metadata: { ['k'.repeat(41)]: 'v' } }),
    {
      message: expect.stringContaining(
        'Metadata keys can have up to 40 characters, but you passed in a key that is 41 characters.',
      ),
    },
  ],
  [
    'a metadata value of 501 characters',
    () => order({ metadata: { cart: 'v'.repeat(501) } }),
    {
      message: expect.stringContaining(
        'Metadata values can have up to 500 characters, but you passed in a value that is 501 characters.',
      ),
    },
  ],
  [
    'a custom text of 1201 characters',
    () => order({ custom_text: { submit: { message: 'x'.repeat(1201) } } }),
    { param: 'custom_text[submit][message]' },
  ],
  [
    'consent to terms that have no address',
    () => order({ consent_collection: { terms_of_service: 'required' } }),
    {
      message: expect.stringContaining(
        'You cannot collect consent to your terms of service unless a URL is set',
      ),
    },
  ],
  [
    'a parameter that only the real service does',
    () => order({ discounts: [{ coupon: 'x' }] }),
    { param: 'discounts', message: "The payments stand-in does not do 'discounts'." },
  ],
];

describe('a session is refused with an invalid-request error for', () => {
  it.each(refusals)('%s', async (_rule, params, expected) => {
    await expect(started.client.checkout.sessions.create(params())).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      statusCode: 400,
      ...expected,
    });
    expect((await started.client.checkout.sessions.list()).data).toEqual([]);
  });
});

describe('the limits themselves are allowed', () => {
  it('takes 100 lines, 50 keys of 40 characters with 500 each, 3 SEK and 30 minutes', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [String(n).padStart(40, 'k'), 'v'.repeat(500)]),
    );
    const line_items = Array.from({ length: 100 }, (_, n) => line(`Line ${n}`, 3));
    const other = await startSandboxForTests();
    const session = await other.client.checkout.sessions.create(
      order({ metadata, line_items, expires_at: now() + 30 * 60 + 2, expand: ['line_items'] }),
    );
    expect(session.amount_total).toBe(300);
    expect(session.metadata).toEqual(metadata);
    // The session itself contains the first ten.
    expect(session.line_items).toMatchObject({ has_more: true, data: { length: 10 } });
    const all = await other.client.checkout.sessions.listLineItems(session.id, { limit: 100 });
    expect(all.data).toHaveLength(100);
    await other.close();
  });

  it('takes consent to terms once they have an address', async () => {
    const other = await startSandboxForTests({ termsUrl: 'http://shop.test/terms' });
    const session = await other.client.checkout.sessions.create(
      order({ consent_collection: { terms_of_service: 'required' } }),
    );
    const refused = await other.conclude(session, { outcome: 'pay' });
    expect([refused.status, (await refused.text()).includes('You must agree to the terms to pay.')]).toEqual([
      422,
      true,
    ]);
    await other.conclude(session, { outcome: 'pay', terms: 'accepted' });
    expect((await other.client.checkout.sessions.retrieve(session.id)).consent).toEqual({
      promotions: null,
      terms_of_service: 'accepted',
    });
    await other.close();
  });
});
