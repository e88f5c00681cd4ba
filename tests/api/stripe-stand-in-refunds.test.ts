import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, type StartedSandbox, startSandboxForTests } from '#sandbox/stripe/start-for-tests.ts';

let started: StartedSandbox;
let client: Stripe;
beforeAll(async () => {
  started = await startSandboxForTests();
  client = started.client;
});
afterAll(() => started.close());

interface Paid {
  session: string;
  intent: string;
  charge: string;
}

async function paid(): Promise<Paid> {
  const { id } = await client.checkout.sessions.create(order());
  await started.conclude({ id }, { outcome: 'pay' });
  const { payment_intent } = await client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = payment_intent as Stripe.PaymentIntent;
  return { session: id, intent: intent.id, charge: String(intent.latest_charge) };
}

async function eventsAbout(
  prefix: string,
  matches: (object: Record<string, unknown>) => boolean,
): Promise<string[]> {
  const { data } = await client.events.list({ type: `${prefix}*`, limit: 100 });
  return data
    .filter((event) => matches(event.data.object as unknown as Record<string, unknown>))
    .map(({ type }) => type)
    .reverse();
}

describe('refunds', () => {
  it('of the whole payment mark the charge as refunded, with events', async () => {
    const { intent, charge } = await paid();
    const refund = await client.refunds.create({ payment_intent: intent, reason: 'requested_by_customer' });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 25_000,
      status: 'succeeded',
      charge,
      payment_intent: intent,
    });
    expect(await client.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 25_000 });
    expect(await eventsAbout('charge.refunded', ({ id }) => id === charge)).toEqual(['charge.refunded']);
    const [created] = (await client.events.list({ type: 'refund.created', limit: 1 })).data;
    expect(created).toMatchObject({
      data: { object: { id: refund.id } },
      request: { id: refund.lastResponse.requestId, idempotency_key: expect.any(String) },
    });
  });

  it('of a part leave the charge not refunded, until nothing is left', async () => {
    const { intent, charge } = await paid();
    await client.refunds.create({ charge, amount: 10_000 });
    expect(await client.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 10_000 });
    await expect(client.refunds.create({ charge, amount: 15_001 })).rejects.toMatchObject({
      param: 'amount',
    });
    await client.refunds.create({ payment_intent: intent });
    expect(await client.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      refunds: { data: [{ amount: 15_000 }, { amount: 10_000 }] },
    });
    await expect(client.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const listed = await client.refunds.list({ payment_intent: intent });
    expect(listed.data.map(({ amount }) => amount)).toEqual([15_000, 10_000]);
  });

  it('that fail afterwards give the charge back, with refund.failed', async () => {
    const { session, charge } = await paid();
    const answer = await started.control('refund', { checkout_session: session });
    const { id } = (await answer.json()) as Stripe.Refund;
    await started.control('refund-failed', { refund: id });
    expect(await client.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
    expect(await client.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(await eventsAbout('refund.', (object) => object['id'] === id)).toEqual([
      'refund.created',
      'refund.updated',
      'refund.failed',
    ]);
    expect((await started.control('refund-failed', { refund: id })).status).toBe(400);
  });

  it('wait for the balance where it does not cover them, and are paid or fail', async () => {
    const { charge } = await paid();
    await started.control('balance', { covers_refunds: 'no' });
    const waiting = { status: 'pending', pending_reason: 'insufficient_funds' };
    const first = await client.refunds.create({ charge, amount: 10_000 });
    const second = await client.refunds.create({ charge, amount: 5_000 });
    expect([first, second]).toMatchObject([waiting, waiting]);
    expect(first.balance_transaction).toBeNull();
    await started.control('refund-failed', { refund: second.id });
    expect(await client.refunds.retrieve(second.id)).toMatchObject({
      ...{ status: 'failed', failure_reason: 'lost_or_stolen_card' },
    });
    await started.control('balance', { covers_refunds: 'yes' });
    const now = await client.refunds.retrieve(first.id);
    expect(now).toMatchObject({ status: 'succeeded', balance_transaction: expect.any(String) });
    expect(now).not.toHaveProperty('pending_reason');
    expect(await client.charges.retrieve(charge)).toMatchObject({ amount_refunded: 10_000 });
    expect(await eventsAbout('refund.', (object) => object['id'] === first.id)).toEqual([
      'refund.created',
      'refund.updated',
    ]);
    expect(await client.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
  });

  it('that wait fail with a dispute; an inquiry leaves them, and the charge can still be refunded', async () => {
    const { charge, session } = await paid();
    await started.control('balance', { covers_refunds: 'no' });
    const { id } = await client.refunds.create({ charge, amount: 10_000 });
    await started.control('dispute', { checkout_session: session });
    expect(await client.refunds.retrieve(id)).toMatchObject({
      ...{ status: 'failed', failure_reason: 'charge_for_pending_refund_disputed' },
    });
    await started.control('balance', { covers_refunds: 'yes' });
    await expect(client.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });

    const asked = await paid();
    await started.control('dispute', { checkout_session: asked.session, inquiry: true });
    expect(await client.refunds.create({ charge: asked.charge })).toMatchObject({ status: 'succeeded' });
  });

  it('take metadata later, and cannot be cancelled', async () => {
    const { charge } = await paid();
    const { id } = await client.refunds.create({ charge, metadata: { a: '1', b: '2' } });
    expect((await client.refunds.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({
      a: '1',
      c: '3',
    });
    await expect(client.refunds.cancel(id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'refund_not_cancelable',
    });
  });

  it('need a payment that succeeded', async () => {
    await expect(client.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(client.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      statusCode: 404,
    });
    const { id } = await client.checkout.sessions.create(order());
    await started.conclude({ id }, { outcome: 'decline' });
    const { payment_intent } = await client.checkout.sessions.retrieve(id);
    await expect(client.refunds.create({ payment_intent: String(payment_intent) })).rejects.toMatchObject({
      message: `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
    });
    expect((await started.control('refund', { checkout_session: id, colour: 'red' })).status).toBe(400);
  });
});

describe('disputes', () => {
  it('that are lost keep the money away', async () => {
    const { intent, charge } = await paid();
    const dispute = (await (
      await started.control('dispute', { payment_intent: intent })
    ).json()) as Stripe.Dispute;
    expect(await client.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      charge,
      payment_intent: intent,
      amount: 25_000,
      balance_transactions: [{ amount: -25_000 }],
    });
    expect((await client.charges.retrieve(charge)).disputed).toBe(true);
    await expect(client.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    expect((await started.control('dispute', { payment_intent: intent })).status).toBe(400);
    await started.control('dispute-close', { dispute: dispute.id, status: 'lost' });
    expect((await client.disputes.list({ payment_intent: intent })).data).toMatchObject([{ status: 'lost' }]);
    expect(await eventsAbout('charge.dispute.', (object) => object['id'] === dispute.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
    expect((await started.control('dispute-close', { dispute: dispute.id, status: 'won' })).status).toBe(400);
  });

  it('that are won bring the money back', async () => {
    const { session } = await paid();
    const { id } = (await (
      await started.control('dispute', { checkout_session: session })
    ).json()) as Stripe.Dispute;
    await started.control('dispute-close', { dispute: id, status: 'won' });
    const dispute = await client.disputes.retrieve(id);
    expect(dispute.status).toBe('won');
    expect(dispute.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    expect(await eventsAbout('charge.dispute.', (object) => object['id'] === id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });
});

describe('inquiries', () => {
  it('move no money, and close without a winner', async () => {
    const { intent } = await paid();
    const { id } = (await (
      await started.control('dispute', { payment_intent: intent, inquiry: true })
    ).json()) as Stripe.Dispute;
    expect(await client.disputes.retrieve(id)).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
    });
    expect((await started.control('dispute-close', { dispute: id, status: 'won' })).status).toBe(400);
    await started.control('dispute-close', { dispute: id, status: 'warning_closed' });
    expect((await client.disputes.retrieve(id)).status).toBe('warning_closed');
    expect(await eventsAbout('charge.dispute.', (object) => object['id'] === id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.closed',
    ]);
  });
});

describe("the control for the terms' address", () => {
  it('lets consent be asked for, and no longer when it is empty', async () => {
    const consent = order({ consent_collection: { terms_of_service: 'required' } });
    await started.control('terms-url', { url: 'https://shop.example.com/terms' });
    expect(await client.checkout.sessions.create(consent)).toMatchObject({ status: 'open' });
    await started.control('terms-url', { url: '' });
    await expect(client.checkout.sessions.create(consent)).rejects.toThrow(/unless a URL is set/);
  });
});

describe('controls in a form', () => {
  it('lead the browser back to the events', async () => {
    const { session } = await paid();
    const answer = await fetch(`${started.url}/sandbox/stripe/refund`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ checkout_session: session, amount: '' }),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox/stripe/events']);
  });
});
