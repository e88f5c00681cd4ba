import { expect, it } from 'vitest';
import { serviceInPlace, type TestAnswer } from '#tests/support/answering-server.ts';
import { createStripeClient, createStripePayments } from './payments.ts';

const provider = serviceInPlace();

const papers = (makesInvoice = false) =>
  createStripePayments(createStripeClient('sk_test_1', provider.origin), {
    ...{
      publicUrl: provider.origin,
      checkoutConsentText: null,
      reckonsTax: true,
      makesInvoices: makesInvoice,
    },
  }).findPapers('cs_1', makesInvoice);
const asked = () => provider.requests.map(({ path }) => decodeURIComponent(path));

const tax = (amount: number, percentage: number, effective: number | null = percentage, country = 'SE') => ({
  amount,
  rate: { percentage, effective_percentage: effective, country },
});
const line = (id: string, taxes: object[], sum = 0) => ({
  metadata: { product_id: id },
  ...{ amount_total: 10_000, amount_tax: sum, taxes },
});

it('The VAT of a line is the sum of what is due, at the rate that was reckoned; where none is due, the rate is nought', async () => {
  const data = [
    line('fod', [tax(2000, 25)], 2000),
    line('two', [tax(500, 5, null, 'CA'), tax(700, 9.975, 7, 'CA')], 1200),
    line('none', [tax(0, 19, 19, 'DE')]),
    line('untold', []),
    { ...line('tip', []), metadata: {} },
  ];
  provider.answer(() => ({ json: { line_items: { data, has_more: false }, invoice: 'in_1' } }));
  const { lines, invoice } = await papers();
  expect(lines.map(({ productId, vat }) => [productId, vat])).toEqual([
    ['fod', { ore: 2000, ratePpm: 250_000, country: 'SE' }],
    ['two', { ore: 1200, ratePpm: 120_000, country: 'CA' }],
    ['none', { ore: 0, ratePpm: 0, country: 'DE' }],
    ['untold', { ore: 0, ratePpm: 0, country: null }],
  ]);
  expect(invoice).toBeNull();
  expect(asked()).toEqual(['/v1/checkout/sessions/cs_1?expand[0]=line_items.data.taxes']);
});

it('Of more lines than come with a session all are asked for, each with its taxes', async () => {
  const first = { data: [line('fod', [])], has_more: true };
  const all = { object: 'list', data: [line('fod', []), line('fist', [])], has_more: false };
  provider.answer(({ path }) => ({ json: path.includes('/line_items') ? all : { line_items: first } }));
  expect((await papers()).lines.map(({ productId }) => productId)).toEqual(['fod', 'fist']);
  expect(asked().at(-1)).toBe('/v1/checkout/sessions/cs_1/line_items?limit=100&expand[0]=data.taxes');
});

it('An invoice is asked for only where the shop makes them', async () => {
  const invoice = { id: 'in_1', hosted_invoice_url: 'https://invoice.example/1' };
  provider.answer(() => ({ json: { line_items: { data: [], has_more: false }, invoice } }));
  expect(await papers(true)).toEqual({
    lines: [],
    invoice: { id: 'in_1', url: 'https://invoice.example/1' },
  });
  expect(asked()[0]).toContain('expand[1]=invoice');
});

it('A session that the provider does not know has no papers, and a failing provider is asked once: a sale waits for it', async () => {
  const answer = (status: number, type: string): TestAnswer => ({ status, json: { error: { type } } });
  provider.answer(() => answer(404, 'invalid_request_error'));
  expect(await papers()).toEqual({ lines: [], invoice: null });
  provider.requests.length = 0;
  provider.answer(() => answer(503, 'api_error'));
  await expect(papers()).rejects.toMatchObject({ name: 'PaymentProviderUnavailable' });
  expect(asked()).toHaveLength(1);
});
