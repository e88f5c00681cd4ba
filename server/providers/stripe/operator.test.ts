import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStripeOperator } from './operator.ts';
import { createStripeClient } from './payments.ts';

/** What the SDK put on the wire: method and path, what was sent, and the key that makes a repetition harmless. */
let sent: { call: string; form: Record<string, string>; key: string | undefined }[];
let answers: Record<string, object>;
const provider = createServer(async (request, response) => {
  const call = `${request.method} ${request.url}`;
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  sent.push({ call, form, key: request.headers['idempotency-key'] as string | undefined });
  const answer = answers[call] ?? { error: { type: 'invalid_request_error', message: 'No such thing' } };
  response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});
let apiBase: string;
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [sent, answers] = [[], {}];
});
afterAll(async () => {
  provider.closeAllConnections();
  await once(provider.close(), 'close');
});
const operator = () => createStripeOperator(createStripeClient('sk_test_1', apiBase), false);
const refund = { id: 're_1', object: 'refund', amount: 25_000, status: 'pending', pending_reason: null };

it('A refund has the key of its attempt, so that asking twice pays back once', async () => {
  answers['POST /v1/refunds'] = refund;
  const made = { id: 're_1', status: 'pending', amountOre: 25_000 };
  expect(await operator().refund('pi_1', 'refund cs_1 0')).toEqual(made);
  expect(sent).toEqual([
    { call: 'POST /v1/refunds', form: { payment_intent: 'pi_1' }, key: 'refund cs_1 0' },
  ]);
});

it('A refund of a part has its amount, and names the products', async () => {
  answers['POST /v1/refunds'] = refund;
  const part = { amountOre: 25_000, productIds: ['fod', 'fist'], reference: 'W-1' };
  await operator().refund('pi_1', 'key', part);
  expect(sent[0]?.form).toEqual({
    payment_intent: 'pi_1',
    amount: '25000',
    ...{ 'metadata[product_fod]': 'W-1', 'metadata[product_fist]': 'W-1' },
  });
});

it('A refund that is named has its products alone', async () => {
  answers['POST /v1/refunds/re_1'] = refund;
  await operator().nameRefund('re_1', ['fod'], ['fist']);
  expect(sent[0]?.form).toEqual({ 'metadata[product_fod]': 'refunded', 'metadata[product_fist]': '' });
});

it('What the provider does not do is refused in its words', async () => {
  const refused = { code: 'refund_not_possible', message: expect.stringContaining('No such thing') };
  await expect(operator().refund('pi_1', 'key')).rejects.toMatchObject(refused);
  await expect(operator().nameRefund('re_1', ['fod'], [])).rejects.toMatchObject(refused);
});

it('A receipt is sent for what was paid, and for nothing else', async () => {
  answers['POST /v1/charges/ch_1'] = { id: 'ch_1' };
  const intent = { id: 'pi_1', object: 'payment_intent', latest_charge: 'ch_1' };
  for (const [status, isSent] of [
    ['processing', false],
    ['requires_payment_method', false],
    ['succeeded', true],
  ] as const) {
    sent = [];
    answers['GET /v1/payment_intents/pi_1'] = { ...intent, status };
    expect(await operator().sendReceipt('pi_1', 'anna@example.com')).toBe(isSent);
    expect(sent.slice(1).map(({ form }) => form)).toEqual(
      isSent ? [{ receipt_email: 'anna@example.com' }] : [],
    );
  }
});
