import { once } from 'node:events';
import { request } from 'node:http';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientOf,
  line,
  order,
  type StartedSandbox,
  startSandboxForTests,
} from '#sandbox/stripe/start-for-tests.ts';

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandboxForTests();
});
afterAll(() => started.close());

const form =
  'mode=payment&success_url=http%3A%2F%2Fshop.test%2F&line_items[0][quantity]=1&line_items[0][price_data][currency]=sek&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=A';
const headers = {
  Authorization: 'Bearer sk_test_sandbox',
  'Content-Type': 'application/x-www-form-urlencoded',
};
const sessionCount = async (): Promise<number> =>
  (await started.client.checkout.sessions.list({ limit: 100 })).data.length;

describe('keys and versions', () => {
  it('refuses a call without a key, and with one that is none, with 401', async () => {
    const bare = await fetch(`${started.url}/v1/events`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(/^You did not provide an API key\./),
      },
    });
    const wrong = clientOf(started.url, 'sk_live_0123456789abcdef').events.list();
    await expect(wrong).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    await expect(wrong).rejects.toMatchObject({
      message: 'Invalid API Key provided: sk_live_************cdef',
    });
    await expect(clientOf(started.url, 'pk_test_1').events.list()).rejects.toMatchObject({
      code: 'secret_key_required',
    });
  });

  it('says 403 to a restricted key that lacks the right for a call, or for what it expands', async () => {
    const { id } = await started.client.checkout.sessions.create(order());
    const restricted = clientOf(started.url, 'rk_test_shop');
    const read = (...expand: string[]) => restricted.checkout.sessions.retrieve(id, { expand });
    const denied = (right: string) => started.control('restrict', { denied: right });
    const lacks = (right: string) => ({
      statusCode: 403,
      message: expect.stringContaining(`'rak_${right}'`),
    });
    await denied('charge_read, invoice_read');
    await expect(read('invoice')).rejects.toMatchObject(lacks('invoice_read'));
    await expect(read('payment_intent.latest_charge')).rejects.toMatchObject(lacks('charge_read'));
    await expect(
      restricted.checkout.sessions.list({ expand: ['data.payment_intent.latest_charge'] }),
    ).rejects.toMatchObject(lacks('charge_read'));
    expect((await read('payment_intent', 'line_items')).id).toBe(id);
    expect((await started.client.checkout.sessions.retrieve(id, { expand: ['invoice'] })).id).toBe(id);
    await denied('payment_intent_read');
    await expect(read('payment_intent.latest_charge')).rejects.toMatchObject(lacks('payment_intent_read'));
    await denied('checkout_session_read');
    await expect(read()).rejects.toMatchObject(lacks('checkout_session_read'));
    await denied('');
    expect((await read('invoice', 'payment_intent.latest_charge')).id).toBe(id);
  });

  it('takes the key as the user name of basic authentication too', async () => {
    const basic = `Basic ${Buffer.from('sk_test_sandbox:').toString('base64')}`;
    const answer = await fetch(`${started.url}/v1/events`, { headers: { Authorization: basic } });
    expect(answer.status).toBe(200);
  });

  it('gives every answer an id and echoes the version', async () => {
    const list = await started.client.events.list();
    expect(list.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    expect(list.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    const odd = await fetch(`${started.url}/v1/events`, { headers: { ...headers, 'Stripe-Version': 'new' } });
    expect([odd.status, await odd.json()]).toMatchObject([
      400,
      { error: { message: 'Invalid Stripe API version: new' } },
    ]);
  });
});

describe('errors', () => {
  it('says 404 for an id that does not exist, with the code, the parameter and a page to read', async () => {
    const missing = started.client.checkout.sessions.retrieve('cs_test_none');
    await expect(missing).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    await expect(missing).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
      message: "No such checkout.session: 'cs_test_none'",
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    });
    for (const call of [
      () => started.client.paymentIntents.retrieve('pi_none'),
      () => started.client.charges.retrieve('ch_none'),
      () => started.client.refunds.retrieve('re_none'),
      () => started.client.disputes.retrieve('du_none'),
      () => started.client.events.retrieve('evt_none'),
      () => started.client.events.list({ starting_after: 'evt_none' }),
    ])
      await expect(call()).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  it('says 404 for a path that does not exist', async () => {
    await expect(started.client.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers).'),
    });
  });

  it('takes a form only', async () => {
    const answer = await fetch(`${started.url}/v1/refunds`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { message: expect.stringContaining('check that your POST content type is') } },
    ]);
  });
});

describe('idempotency keys', () => {
  it('replay the answer of the first call and create nothing again', async () => {
    const before = await sessionCount();
    const first = await started.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-1' });
    const second = await started.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-1' });
    expect(second).toEqual(first);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(await sessionCount()).toBe(before + 1);
  });

  it('refuse the same key with other parameters', async () => {
    await started.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-2' });
    const changed = started.client.checkout.sessions.create(order({ line_items: [line('Other', 400)] }), {
      idempotencyKey: 'attempt-2',
    });
    await expect(changed).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(changed).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("Try using a key other than 'attempt-2'"),
    });
  });

  it('belong to one account', async () => {
    const first = await started.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-3' });
    const other = clientOf(started.url, 'sk_test_other');
    const second = await other.checkout.sessions.create(order(), { idempotencyKey: 'attempt-3' });
    expect(second.id).not.toBe(first.id);
  });

  it('may be used again after a call that failed validation', async () => {
    const faulty = started.client.checkout.sessions.create(order({ customer_email: 'nobody' }), {
      idempotencyKey: 'attempt-4',
    });
    await expect(faulty).rejects.toMatchObject({ code: 'email_invalid' });
    const good = await started.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-4' });
    expect(good.status).toBe('open');
  });

  it('are forgotten after 24 hours', async () => {
    const other = await startSandboxForTests();
    const first = await other.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-5' });
    other.advance(24 * 60 * 60);
    const second = await other.client.checkout.sessions.create(order(), { idempotencyKey: 'attempt-5' });
    expect(second.id).not.toBe(first.id);
    await other.close();
  });

  it('are refused with 409 while the first call is still going through', async () => {
    const slow = request(`${started.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: {
        ...headers,
        'Idempotency-Key': 'attempt-6',
        'Content-Length': form.length,
        Expect: '100-continue',
      },
    });
    slow.flushHeaders();
    // The server answers "continue" when it starts to handle the call, before it has the form.
    await once(slow, 'continue');
    const quick = await fetch(`${started.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': 'attempt-6' },
      body: form,
    });
    expect([quick.status, await quick.json()]).toMatchObject([
      409,
      { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } },
    ]);
    slow.end(form);
    const [response] = await once(slow, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it('may have 255 characters and no more', async () => {
    const create = (length: number) =>
      started.client.checkout.sessions.create(order(), { idempotencyKey: 'k'.repeat(length) });
    expect((await create(255)).status).toBe('open');
    await expect(create(256)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

describe('outages on demand', () => {
  it('answers the next calls with a status, creates nothing, and then works again', async () => {
    const before = await sessionCount();
    await started.control('fail', { count: 2, status: 503 });
    const key = { idempotencyKey: 'outage-1' };
    for (let call = 0; call < 2; call++)
      await expect(started.client.checkout.sessions.create(order(), key)).rejects.toMatchObject({
        type: 'StripeAPIError',
        statusCode: 503,
      });
    expect((await started.client.checkout.sessions.create(order(), key)).status).toBe('open');
    expect(await sessionCount()).toBe(before + 1);
  });

  it('replays a 500 for the same idempotency key, as the real service does', async () => {
    await started.control('fail', { count: 1, status: 500 });
    const key = { idempotencyKey: 'outage-2' };
    await expect(started.client.checkout.sessions.create(order(), key)).rejects.toMatchObject({
      statusCode: 500,
    });
    await expect(started.client.checkout.sessions.create(order(), key)).rejects.toMatchObject({
      statusCode: 500,
    });
    const fresh = await started.client.checkout.sessions.create(order(), { idempotencyKey: 'outage-3' });
    expect(fresh.status).toBe('open');
  });

  it('meets only the calls whose method and path end so', async () => {
    const { sessions } = started.client.checkout;
    await started.control('fail', { count: 1, status: 503, path: 'POST /checkout/sessions' });
    expect((await sessions.list()).object).toBe('list');
    await expect(sessions.create(order())).rejects.toMatchObject({ statusCode: 503 });
    expect((await sessions.create(order())).status).toBe('open');
  });

  it('limits the rate', async () => {
    await started.control('fail', { count: 1, status: 429 });
    await expect(started.client.events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  });

  it('limits the rate of one operation, whatever the id, with the words that are asked for', async () => {
    const { client } = started;
    const { id } = await client.checkout.sessions.create(order());
    const path = 'GET /checkout/sessions/:id';
    await started.control('fail', { count: 1, status: 429, path });
    await client.checkout.sessions.list();
    await client.checkout.sessions.expire(id);
    await expect(client.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 429 });
    expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ id });
    await started.control('fail', { count: 1, status: 400, message: 'Not today.' });
    await expect(client.events.list()).rejects.toMatchObject({ statusCode: 400, message: 'Not today.' });
  });

  it('drops connections', async () => {
    // The client library retries once after a dropped connection.
    await started.control('fail', { count: 2, status: 0 });
    await expect(started.client.events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await started.client.events.list()).object).toBe('list');
  });
});
