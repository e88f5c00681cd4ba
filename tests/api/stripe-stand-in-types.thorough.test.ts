import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, type StartedSandbox, startSandboxForTests } from '#sandbox/stripe/start-for-tests.ts';

/**
 * The proof that no required field is missing: the answers, as they travelled, are written into a TypeScript file as
 * literals of the client library's own types, and the compiler judges. It refuses fields that are missing, of another
 * type, or unknown.
 */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'wire-types-'));
const samples: { type: string; json: unknown }[] = [];
let started: StartedSandbox;

const get = async (path: string): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${started.url}/v1/${path}`, {
    headers: { Authorization: 'Bearer sk_test_sandbox' },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};

const eventTypes: Record<string, string> = {
  'charge.dispute.closed': 'ChargeDisputeClosedEvent',
  'charge.dispute.created': 'ChargeDisputeCreatedEvent',
  'charge.dispute.funds_reinstated': 'ChargeDisputeFundsReinstatedEvent',
  'charge.dispute.funds_withdrawn': 'ChargeDisputeFundsWithdrawnEvent',
  'charge.failed': 'ChargeFailedEvent',
  'charge.pending': 'ChargePendingEvent',
  'charge.refund.updated': 'ChargeRefundUpdatedEvent',
  'charge.refunded': 'ChargeRefundedEvent',
  'charge.succeeded': 'ChargeSucceededEvent',
  'checkout.session.async_payment_failed': 'CheckoutSessionAsyncPaymentFailedEvent',
  'checkout.session.async_payment_succeeded': 'CheckoutSessionAsyncPaymentSucceededEvent',
  'checkout.session.completed': 'CheckoutSessionCompletedEvent',
  'checkout.session.expired': 'CheckoutSessionExpiredEvent',
  'payment_intent.created': 'PaymentIntentCreatedEvent',
  'payment_intent.payment_failed': 'PaymentIntentPaymentFailedEvent',
  'payment_intent.processing': 'PaymentIntentProcessingEvent',
  'payment_intent.succeeded': 'PaymentIntentSucceededEvent',
  'radar.early_fraud_warning.created': 'RadarEarlyFraudWarningCreatedEvent',
  'refund.created': 'RefundCreatedEvent',
  'refund.failed': 'RefundFailedEvent',
  'refund.updated': 'RefundUpdatedEvent',
};

beforeAll(async () => {
  started = await startSandboxForTests({ termsUrl: 'http://shop.test/terms' });
  const create = () =>
    started.client.checkout.sessions.create(
      order({
        consent_collection: { terms_of_service: 'required' },
        custom_text: { submit: { message: 'You agree that delivery begins at once.' } },
        payment_intent_data: { description: 'Adventures' },
      }),
    );
  const conclude = async (outcome: string): Promise<string> => {
    const { id } = await create();
    await started.conclude({ id }, { outcome, terms: 'accepted' });
    return id;
  };
  const control = async (name: string, body: object) =>
    (await (await started.control(name, body)).json()) as { id: string };

  const open = await create();
  samples.push({ type: 'Checkout.Session', json: await get(`checkout/sessions/${open.id}`) });
  await started.client.checkout.sessions.expire(open.id);
  await conclude('decline');
  for (const outcome of ['pay_later_success', 'pay_later_failure'])
    await control('settle', { checkout_session: await conclude(outcome) });
  const refunded = await conclude('pay');
  const refund = await control('refund', { checkout_session: refunded });
  await control('refund-failed', { refund: refund.id });
  await control('balance', { covers_refunds: 'no' });
  const waiting = await control('refund', { checkout_session: await conclude('pay') });
  samples.push({ type: 'Refund', json: await get(`refunds/${waiting.id}`) });
  await control('balance', { covers_refunds: 'yes' });
  const disputed = await conclude('pay');
  await control('fraud-warning', { checkout_session: disputed });
  const dispute = await control('dispute', { checkout_session: disputed });
  await control('dispute-close', { dispute: dispute.id, status: 'won' });

  const expansions = ['line_items.data.price.product', 'payment_intent.latest_charge.balance_transaction'];
  const query = expansions.map((path, index) => `expand[${index}]=${path}`).join('&');
  samples.push({ type: 'Checkout.Session', json: await get(`checkout/sessions/${disputed}?${query}`) });
  samples.push({ type: 'Refund', json: await get(`refunds/${refund.id}`) });
  samples.push({ type: 'Dispute', json: await get(`disputes/${dispute.id}`) });
  samples.push({ type: 'ApiList<Stripe.Charge>', json: await get('charges?expand[]=data.refunds') });
  samples.push({ type: 'ApiList<Stripe.PaymentIntent>', json: await get('payment_intents') });
  samples.push({
    type: 'ApiList<Stripe.LineItem>',
    json: await get(`checkout/sessions/${disputed}/line_items`),
  });
  const { data } = await get('events?limit=100');
  for (const event of data as { type: string }[])
    samples.push({ type: eventTypes[event.type] ?? `Unlisted<'${event.type}'>`, json: event });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await started.close();
});

const head = `import type Stripe from 'stripe';
type Wire<T> = T extends Stripe.Decimal ? string
  : T extends string | number | boolean | null | undefined | void ? T
  : T extends object ? { [Key in keyof T]: Wire<T[Key]> } : T;
`;

/** @returns what the compiler of this project says about the samples */
async function judge(name: string, given: typeof samples): Promise<string> {
  const constants = given.map(
    ({ type, json }, index) =>
      `export const sample${index}: Wire<Stripe.${type}> = ${JSON.stringify(json, null, 2)};`,
  );
  const project = join(folder, name);
  mkdirSync(project);
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'samples.ts'), `${head}${constants.join('\n')}\n`);
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { lib: ['es2024'], types: ['node'] },
      files: ['samples.ts'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', project]);
    return stdout;
  } catch (error) {
    // The compiler's exit code says that there are errors; its output says which.
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

describe("every field that Stripe's types declare as required", () => {
  it('is there on sessions, line items, payment intents, charges, refunds, disputes and every kind of event', async () => {
    const seen = samples.flatMap(({ json }) => (json as { object: string; type?: string }).type ?? []);
    expect([...new Set(seen)].sort()).toEqual(Object.keys(eventTypes).sort());
    expect(await judge('complete', samples)).toBe('');
  });

  it.each(['Checkout.Session', 'Refund', 'Dispute', 'CheckoutSessionCompletedEvent'])(
    'is reported when it is taken away from %s',
    async (type) => {
      const sample = samples.find((candidate) => candidate.type === type);
      const { livemode, metadata, ...rest } = (sample?.json ?? {}) as Record<string, unknown>;
      expect([livemode, metadata]).not.toEqual([undefined, undefined]);
      expect(await judge(`without-${type}`, [{ type, json: rest }])).toMatch(/TS2739|TS2741|TS2740/);
    },
    60_000,
  );

  it('is reported when it is taken away deep inside', async () => {
    const { type, json } = samples.find(({ json }) => 'line_items' in (json as object)) ?? {
      type: '',
      json: {},
    };
    const shallow = JSON.parse(JSON.stringify(json), (key, value) =>
      key === 'tax_behavior' ? undefined : value,
    );
    expect(await judge('without-depth', [{ type, json: shallow }])).toContain("'tax_behavior' is missing");
  });
});
