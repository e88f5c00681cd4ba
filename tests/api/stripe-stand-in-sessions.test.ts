import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, order, type StartedSandbox, startSandboxForTests } from '#sandbox/stripe/start-for-tests.ts';

describe('checkout sessions through the real client library', () => {
  let started: StartedSandbox;
  let client: Stripe;
  beforeAll(async () => {
    started = await startSandboxForTests();
    client = started.client;
  });
  afterAll(() => started.close());

  it('creates an open session with a payment page, and reads it back the same', async () => {
    const session = await client.checkout.sessions.create(order({ metadata: { 'product.fod': '1' } }));
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 25_000,
      currency: 'sek',
      customer_email: 'buyer@example.com',
      metadata: { 'product.fod': '1' },
      url: `${started.url}/pay/${session.id}`,
      payment_intent: null,
    });
    expect(session.id).toMatch(/^cs_test_\w{58}$/);
    expect(session.expires_at - session.created).toBe(24 * 60 * 60);
    expect(await client.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('expands line items with their price and product', async () => {
    const lines = [line('The Fortress of Death', 18_750), line('F.I.S.T.', 25_000, 2)];
    const session = await client.checkout.sessions.create(
      order({ line_items: lines, expand: ['line_items.data.price.product'] }),
    );
    expect(session.amount_total).toBe(18_750 + 2 * 25_000);
    expect(
      session.line_items?.data.map(({ description, amount_total }) => [description, amount_total]),
    ).toEqual([
      ['The Fortress of Death', 18_750],
      ['F.I.S.T.', 50_000],
    ]);
    expect(session.line_items?.data[0]?.price).toMatchObject({
      unit_amount: 18_750,
      tax_behavior: 'inclusive',
      product: { object: 'product', name: 'The Fortress of Death', metadata: { product: 'fod' } },
    });
    const page = await client.checkout.sessions.listLineItems(session.id, { limit: 1 });
    expect(page).toMatchObject({ has_more: true, data: [{ description: 'The Fortress of Death' }] });
  });

  it('expands the payment intent and its charge once the session is paid', async () => {
    const { id } = await client.checkout.sessions.create(
      order({ payment_intent_data: { metadata: { account: 'a1' }, receipt_email: 'receipt@example.com' } }),
    );
    await started.conclude({ id }, { outcome: 'pay' });
    const session = await client.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(session.payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 25_000,
      metadata: { account: 'a1' },
      latest_charge: { status: 'succeeded', paid: true, billing_details: { email: 'buyer@example.com' } },
    });
    expect(started.sandbox.inbox.list('receipt@example.com')).toHaveLength(1);
  });

  it('refuses to expand what is no object', async () => {
    const { id } = await client.checkout.sessions.create(order());
    await expect(client.checkout.sessions.retrieve(id, { expand: ['metadata'] })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      message: 'This property cannot be expanded (metadata).',
    });
  });

  it('expires an open session once, with its event', async () => {
    const { id } = await client.checkout.sessions.create(order());
    expect(await client.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(client.checkout.sessions.expire(id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('Only Checkout Sessions with a status in ["open"] can be expired.'),
    });
    const events = await client.events.list({ type: 'checkout.session.expired' });
    expect(events.data.filter(({ data }) => (data.object as { id: string }).id === id)).toHaveLength(1);
  });

  it('expires a session by itself when its time has come', async () => {
    const other = await startSandboxForTests();
    const now = Math.floor(Date.now() / 1000);
    const { id } = await other.client.checkout.sessions.create(order({ expires_at: now + 31 * 60 }));
    other.advance(31 * 60 + 1);
    expect((await other.client.checkout.sessions.retrieve(id)).status).toBe('expired');
    expect((await other.log()).map(({ event }) => event.type)).toEqual(['checkout.session.expired']);
    await other.close();
  });
});

describe('the list of sessions', () => {
  let started: StartedSandbox;
  const ids: string[] = [];
  beforeAll(async () => {
    started = await startSandboxForTests();
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']) {
      const { id } = await started.client.checkout.sessions.create(order({ customer_email: email }));
      ids.unshift(id);
      started.advance(60);
    }
  });
  afterAll(() => started.close());

  it('is newest first and pages in both directions', async () => {
    const { sessions } = started.client.checkout;
    const first = await sessions.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/checkout/sessions' });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await sessions.list({ limit: 2, starting_after: String(ids[1]) });
    expect(second.has_more).toBe(false);
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    const before = await sessions.list({ limit: 2, ending_before: String(ids[3]) });
    expect(before.has_more).toBe(true);
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const all = await sessions.list({ limit: 1 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  it('is narrowed by status, payment intent, creation and e-mail address', async () => {
    const { sessions } = started.client.checkout;
    await started.conclude({ id: String(ids[3]) }, { outcome: 'pay' });
    const [paid, ...others] = (await sessions.list({ status: 'complete' })).data;
    expect([paid?.id, others.length]).toEqual([ids[3], 0]);
    const byIntent = await sessions.list({ payment_intent: String(paid?.payment_intent) });
    expect(byIntent.data.map(({ id }) => id)).toEqual([ids[3]]);
    const later = await sessions.list({ created: { gt: Number(paid?.created) } });
    expect(later.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const byEmail = await sessions.list({ customer_details: { email: 'B@example.com' } });
    expect(byEmail.data.map(({ id }) => id)).toEqual([ids[2]]);
  });
});

describe('an expired session that may be recovered', () => {
  let started: StartedSandbox;
  beforeAll(async () => {
    started = await startSandboxForTests();
  });
  afterAll(() => started.close());
  const recovery = { enabled: true };
  const open = (url: string) => fetch(url, { redirect: 'manual' });

  it('tells a link for 30 days that opens a new session like it', async () => {
    const { sessions } = started.client.checkout;
    const session = await sessions.create(order({ after_expiration: { recovery } }));
    expect(session.after_expiration?.recovery).toMatchObject({ enabled: true, url: null, expires_at: null });
    const { after_expiration: after } = await sessions.expire(session.id);
    const url = after?.recovery?.url ?? '';
    const again = (await open(url)).headers.get('location') ?? '';
    const copy = await sessions.retrieve(again.slice(again.lastIndexOf('/') + 1));
    expect(copy).toMatchObject({
      ...{ status: 'open', recovered_from: session.id, url: again, amount_total: session.amount_total },
      ...{ customer_email: session.customer_email, metadata: session.metadata },
    });
    expect(copy.id).not.toBe(session.id);
    started.advance(30 * 24 * 3600);
    expect((await open(url)).status).toBe(404);
  });

  it('tells none when it was not asked for', async () => {
    const { sessions } = started.client.checkout;
    const { id } = await sessions.create(order());
    expect((await sessions.expire(id)).after_expiration).toBeNull();
  });
});
