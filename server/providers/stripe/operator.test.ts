import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { createStripeOperator } from './operator.ts';
import { createStripeClient } from './payments.ts';

/** What the SDK put on the wire: method and path, what was sent, and the key that makes a repetition harmless. */
let sent: { call: string; form: Record<string, string>; key: string | undefined }[];
let answers: Record<string, object>;
/** As at Stripe, the first answer to a key is given again, and nothing else is done under it. */
let saved: Map<string, { form: object; answer: object }>;
/** How long the provider takes for each answer, in milliseconds. */
let takesMs: number;
const provider = createServer(async (request, response) => {
  const call = `${request.method} ${request.url}`;
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  const key = request.headers['idempotency-key'] as string | undefined;
  sent.push({ call, form, key });
  const before = key === undefined ? undefined : saved.get(key);
  const isAnother = before && !isDeepStrictEqual(before.form, form);
  const answer = isAnother
    ? { error: { type: 'idempotency_error', message: 'Keys … can only be used with the same parameters …' } }
    : (before?.answer ??
      answers[call] ?? { error: { type: 'invalid_request_error', message: 'No such thing' } });
  if (key !== undefined && !before) saved.set(key, { form, answer });
  const status = 'error' in answer ? ((answer.error as { status?: number }).status ?? 400) : 200;
  await pause(takesMs);
  response.writeHead(status, {
    ...{ 'content-type': 'application/json', 'stripe-should-retry': 'false' },
    ...(before && !isAnother && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(answer));
});
let apiBase: string;
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [sent, answers, saved, takesMs] = [[], {}, new Map(), 0];
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
  expect(await operator().refund('pi_1', 'refund cs_1 0', [])).toEqual(made);
  expect(sent).toEqual([
    { call: 'POST /v1/refunds', form: { payment_intent: 'pi_1' }, key: 'refund cs_1 0' },
  ]);
});

it('A refund of a part has its amount, and names the products', async () => {
  answers['POST /v1/refunds'] = refund;
  const part = { amountOre: 25_000, productIds: ['fod', 'fist'], reference: 'W-1' };
  await operator().refund('pi_1', 'key', [], part);
  expect(sent[0]?.form).toEqual({
    payment_intent: 'pi_1',
    amount: '25000',
    ...{ 'metadata[product_fod]': 'W-1', 'metadata[product_fist]': 'W-1' },
  });
});

it('Another part under the same key is not given back, and whoever wants it is told to look again', async () => {
  answers['POST /v1/refunds'] = refund;
  const part = { amountOre: 25_000, productIds: ['fist'], reference: 'refunded' };
  await operator().refund('pi_1', 'key', [], part);
  const more = { ...part, amountOre: 50_000, productIds: ['fist', 'fod'] };
  await expect(operator().refund('pi_1', 'key', [], more)).rejects.toMatchObject({
    code: 'refund_not_possible',
    message: expect.stringContaining('has just been given back, or is about to be: look at the order again'),
  });
  expect(await operator().refund('pi_1', 'key', [], part)).toMatchObject({ id: 're_1' });
  expect(sent.map(({ key }) => key)).toEqual(['key', 'key', 'key']);
});

it('A refund may take longer than calls for which buyers wait, and is asked for once', async () => {
  answers['POST /v1/refunds'] = refund;
  takesMs = 1500;
  const hasty = createStripeClient('sk_test_1', apiBase, { callMs: 500 });
  const operator = (refundMs: number) => createStripeOperator(hasty, false, { refundMs });
  expect(await operator(20_000).refund('pi_1', 'key', [])).toMatchObject({ id: 're_1' });
  await expect(operator(500).refund('pi_1', 'another', [])).rejects.toThrow(PaymentProviderUnavailable);
  expect(sent.map(({ key }) => key)).toEqual(['key', 'another']);
});

describe('A refund that failed before', () => {
  const failure = (over: object = {}) => ({
    error: { type: 'invalid_request_error', message: 'This charge is disputed.', ...over },
  });
  const list = (...ids: string[]) => ({
    ...{
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: ids.map((id) => ({ id, object: 'refund' })),
    },
  });
  const listed = 'GET /v1/refunds?payment_intent=pi_1&limit=100';
  const give = () => operator().refund('pi_1', 'key', ['re_before']);
  const keys = () => sent.flatMap(({ call, key }) => (call.startsWith('POST') ? [key] : []));

  it.each([
    ['a refusal', failure()],
    ['a 500', failure({ type: 'api_error', status: 500 })],
  ])(
    'is made once its cause is gone, although the provider repeats for a day what it said first: %s',
    async (_, failed) => {
      answers = { 'POST /v1/refunds': failed, [listed]: list('re_before') };
      await expect(give()).rejects.toThrow();
      // The second key keeps its failure, too.
      await expect(give()).rejects.toThrow();
      answers['POST /v1/refunds'] = refund;
      expect(await give()).toMatchObject({ id: 're_1' });
      // Whoever asks at the same time gets the same refund.
      expect(await give()).toMatchObject({ id: 're_1' });
      const third = ['key', 'key 2', 'key 3'];
      expect(keys()).toEqual(['key', 'key', 'key 2', ...third, ...third]);
    },
  );

  it('is not made again when it was made all the same, behind a 500', async () => {
    answers = {
      'POST /v1/refunds': failure({ type: 'api_error', status: 500 }),
      [listed]: list('re_before'),
    };
    await expect(give()).rejects.toThrow(PaymentProviderUnavailable);
    answers = { 'POST /v1/refunds': refund, [listed]: list('re_hidden', 're_before') };
    await expect(give()).rejects.toThrow(PaymentProviderUnavailable);
    expect(keys()).toEqual(['key', 'key']);
  });
});

it('A refund for which Stripe takes too many calls has not been made, and is refused as that', async () => {
  const error = { type: 'invalid_request_error', message: 'Too many requests', status: 429 };
  answers['POST /v1/refunds'] = { error };
  await expect(operator().refund('pi_1', 'key', [])).rejects.toMatchObject({
    ...{ code: 'refund_not_possible', message: expect.stringContaining('nothing was done') },
  });
});

it('A refund that is named has its products alone', async () => {
  answers['POST /v1/refunds/re_1'] = refund;
  await operator().nameRefund('re_1', ['fod'], ['fist']);
  expect(sent[0]?.form).toEqual({ 'metadata[product_fod]': 'refunded', 'metadata[product_fist]': '' });
});

it('What the provider does not do is refused in its words', async () => {
  const refused = { code: 'refund_not_possible', message: expect.stringContaining('No such thing') };
  await expect(operator().refund('pi_1', 'key', [])).rejects.toMatchObject(refused);
  await expect(operator().nameRefund('re_1', ['fod'], [])).rejects.toMatchObject(refused);
});

it('A receipt to an address that the provider does not take is refused in words', async () => {
  answers['GET /v1/payment_intents/pi_1'] = { id: 'pi_1', status: 'succeeded', latest_charge: 'ch_1' };
  const error = {
    type: 'invalid_request_error',
    code: 'email_invalid',
    param: 'receipt_email',
    message: 'no',
  };
  answers['POST /v1/charges/ch_1'] = { error };
  await expect(operator().sendReceipt('pi_1', 'anna@localhost')).rejects.toMatchObject({
    code: 'invalid_email',
  });
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
