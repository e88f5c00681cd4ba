import { readFileSync, statSync } from 'node:fs';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#server/operating/finding.ts';
import { eventTypes } from '#server/providers/stripe/events.ts';
import { admin, adminProcess } from '#tests/support/admin.ts';
import { buy, control } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeEach, afterEach);

/** Everything that exists before the shop's first start: its address and the key. */
const bare = (key = 'sk_test_shop') => ({
  PUBLIC_URL: desk.shop.url,
  STRIPE_SECRET_KEY: key,
  STRIPE_API_BASE: desk.shop.sandboxUrl,
});
const stripe = () => {
  const { hostname, port } = new URL(desk.shop.sandboxUrl);
  return new Stripe('sk_test_shop', { host: hostname, port: Number(port), protocol: 'http' });
};
const endpoints = async () => (await stripe().webhookEndpoints.list()).data;
const address = () => `${desk.shop.url}/api/stripe/webhook`;

describe('stripe setup', () => {
  it('makes the endpoint with the exact events and the pinned version, and writes the secret where it is told to', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const env = desk.file('.env', 'PORT=3000\nSTRIPE_WEBHOOK_SECRET=\nLOG_LEVEL=info\n');
    const run = await admin(bare(), [
      'stripe',
      'setup',
      '--settings-file',
      env,
      '--secret-file',
      desk.path('secret'),
    ]);
    expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/endpoint +we_\w+, made\n/) });
    const [made, ...others] = await endpoints();
    expect(others).toEqual([]);
    expect(made).toMatchObject({ url: address(), status: 'enabled', api_version: Stripe.API_VERSION });
    expect(made?.enabled_events).toEqual(eventTypes);
    const secret = readFileSync(desk.path('secret'), 'utf8').trim();
    expect(secret).toMatch(/^whsec_\w{32}$/);
    expect(readFileSync(env, 'utf8')).toBe(`PORT=3000\nSTRIPE_WEBHOOK_SECRET=${secret}\nLOG_LEVEL=info\n`);
    for (const file of [env, desk.path('secret')]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(run.out + run.err).not.toContain(secret);
  });

  it('shows the secret when it is told no place for it, and a sale with it reaches the shop', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const { out, err } = await admin(bare(), ['stripe', 'setup']);
    const secret = /^STRIPE_WEBHOOK_SECRET=(whsec_\w+)$/m.exec(out)?.[1] ?? '';
    expect(err).toContain('Start the site again with the new secret.');
    desk.shop.config.stripe.webhookSecrets.push(secret);
    await desk.shop.restart();
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    await desk.shop.sandbox.stripe.deliveriesSettled();
    const { out: events } = await desk.run(['events', 'list']);
    expect(events).toMatch(/checkout\.session\.completed/);
    expect((await desk.run(['orders', 'show', sessionId])).code).toBe(0);
  });

  it('leaves one in order alone, and mends one that lacks events or is switched off', async () => {
    const first = await admin(bare(), ['stripe', 'setup']);
    // The sandbox's own takes every event, which is more than the shop acts on.
    expect(first.out).toMatch(/we_sandbox, given the exact events and switched on\n/);
    expect(first.out).not.toContain('whsec_');
    expect((await endpoints())[0]?.enabled_events).toEqual(eventTypes);
    const again = await admin(bare(), ['stripe', 'setup']);
    expect(again.out).toMatch(/we_sandbox, as it should be\n/);
    expect(again.err).toContain('Its signing secret is the one it had');
    await stripe().webhookEndpoints.update('we_sandbox', {
      enabled_events: ['refund.created'],
      disabled: true,
    });
    expect((await admin(bare(), ['stripe', 'setup'])).out).toMatch(/we_sandbox, given the exact events/);
    expect((await endpoints())[0]).toMatchObject({ status: 'enabled', enabled_events: eventTypes });
  });

  it('replaces one of another version, keeps the secret of before beside the new one, and leaves other addresses alone', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const other = await stripe().webhookEndpoints.create({
      url: 'https://else.example/api/stripe/webhook',
      enabled_events: ['*'],
    });
    const old = await stripe().webhookEndpoints.create({ url: address(), enabled_events: ['*'] });
    const file = desk.file('secret', 'whsec_of_before\n');
    const { out, err } = await admin(bare(), ['stripe', 'setup', '--secret-file', file]);
    expect(err).toContain(`${other.id} for https://else.example/api/stripe/webhook: remove it`);
    expect(out).toMatch(/made anew: a version cannot be changed/);
    expect(out).toMatch(new RegExp(`switched off +${old.id}\n`));
    expect(readFileSync(file, 'utf8')).toMatch(/^whsec_\w{32},whsec_of_before\n$/);
    const now = await endpoints();
    expect(now.find(({ id }) => id === old.id)?.status).toBe('disabled');
    expect(now.find(({ id }) => id === other.id)?.status).toBe('enabled');
  });

  it('tries each right of a restricted key, says which are missing, and then changes nothing', async () => {
    const key = 'rk_test_shop';
    const all = await admin(bare(key), ['stripe', 'setup', '--check']);
    expect(all.out).toMatch(/we_sandbox +http\S+\/api\/stripe\/webhook +(on|off) +\d+ +\d{4}-/);
    expect(all.out).toMatch(/Checkout Sessions: write +yes +selling\n/);
    expect(all).toMatchObject({ code: 0, out: expect.not.stringContaining('MISSING') });
    for (const right of [
      'checkout_session_write',
      'event_read',
      'payment_intent_read',
      'charge_write',
      'dispute_read',
      'webhook_write',
    ]) {
      await control(desk.shop, 'restrict', { denied: right });
      const { code, out, err } = await admin(bare(key), ['stripe', 'setup']);
      expect([right, out.match(/MISSING/g)?.length, code]).toEqual([right, 1, 1]);
      expect(err).toContain('Give the key the rights that it lacks');
    }
    // Only if the shop makes invoices.
    await control(desk.shop, 'restrict', { denied: 'invoice_read' });
    expect((await admin(bare(key), ['stripe', 'setup', '--check'])).code).toBe(0);
    const withInvoices = await admin({ ...bare(key), INVOICES: 'on' }, ['stripe', 'setup', '--check']);
    expect(withInvoices.out).toMatch(/Invoices: read +MISSING/);
    await control(desk.shop, 'restrict', { denied: 'webhook_write' });
    const before = await endpoints();
    expect((await admin(bare(key), ['stripe', 'setup'])).out).toContain(
      'The webhook endpoint was left alone.',
    );
    expect(await endpoints()).toEqual(before);
  });

  it('makes a payment page and closes it: what refuses every sale is said in its own words, with or without consent', async () => {
    const good = await admin(bare(), ['stripe', 'setup', '--check']);
    expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/a checkout +was made and closed\n/) });
    const pages = (await stripe().checkout.sessions.list()).data;
    expect(pages.map(({ status }) => status)).toEqual(['expired']);

    const words = 'Your account cannot currently make live charges.';
    const path = 'POST /checkout/sessions';
    await control(desk.shop, 'fail', { count: 2, status: 400, path, message: words });
    const refused = await admin(bare(), ['stripe', 'setup', '--check']);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('the account has to be activated'),
    });
    expect(refused.out).toMatch(new RegExp(`a checkout +REFUSED: ${words}\n`));
    const doctor = await admin(desk.shop.environment, ['doctor', '--json']);
    expect(doctor.json<Finding[]>().find(({ check }) => check === 'checkout')).toMatchObject({
      ...{ verdict: 'wrong', found: `the payment provider refuses checkouts: ${words}` },
    });

    await control(desk.shop, 'terms-url', { url: '' });
    const asking = { ...bare(), CHECKOUT_TERMS_CONSENT: 'required' };
    const noTerms = await admin(asking, ['stripe', 'setup', '--check']);
    expect(noTerms).toMatchObject({ code: 1, err: expect.stringContaining('Put the address of your terms') });

    await control(desk.shop, 'restrict', { denied: 'checkout_session_write' });
    const denied = await admin(bare('rk_test_shop'), ['stripe', 'setup', '--check']);
    expect(denied).toMatchObject({ code: 1, out: expect.stringContaining("'rak_checkout_session_write'") });
  });

  it('whoever sets another key is told by the doctor which rights it lacks; the clock is compared all the same', async () => {
    const settings = { ...desk.shop.environment, STRIPE_SECRET_KEY: 'rk_test_shop' };
    const findingOf = async (check: string, denied: string) => {
      await control(desk.shop, 'restrict', { denied });
      const { json } = await admin(settings, ['doctor', '--json']);
      return json<Finding[]>().find((finding) => finding.check === check);
    };
    expect(await findingOf('payment key', 'checkout_session_write, event_read')).toMatchObject({
      verdict: 'wrong',
      found: 'it lacks "Checkout Sessions: write" (selling), "Events: read" (finding what the webhook lost)',
    });
    expect(await findingOf('clock', 'event_read')).toMatchObject({ verdict: 'ok' });
    expect(await findingOf('payment key', 'webhook_write')).toMatchObject({ verdict: 'ok' });
  });

  it('refuses a file of settings that is not there before it makes anything', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const run = await admin(bare(), ['stripe', 'setup', '--settings-file', desk.path('none')]);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('There is no file') });
    expect(await endpoints()).toEqual([]);
  });

  it("has no option that Node takes for its own: the refusal is the command line's", async () => {
    const run = await adminProcess(bare(), ['stripe', 'setup', '--settings-file', desk.path('none')]);
    expect(run).toMatchObject({ code: 1, err: `There is no file ${desk.path('none')}.\n` });
  });

  it('refuses a place where it cannot write before it makes anything', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const env = desk.file('.env', 'PORT=3000\n');
    for (const place of [desk.path('none/secret'), desk.directory]) {
      const run = await admin(bare(), ['stripe', 'setup', '--settings-file', env, '--secret-file', place]);
      expect(run).toMatchObject({
        code: 1,
        err: expect.stringContaining(`cannot be written to ${place}: E`),
      });
      expect(run.err).toContain('Nothing was changed at Stripe.');
    }
    expect(await endpoints()).toEqual([]);
    expect(readFileSync(env, 'utf8')).toBe('PORT=3000\n');
  });

  it('shows the secret when it could not be kept after all', async () => {
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const env = desk.file('.env', 'PORT=3000\n');
    // The first file, once written, blocks the second.
    const inTheWay = ['--secret-file', `${env}.unfinished`, '--settings-file', env];
    const { code, out, err } = await admin(bare(), ['stripe', 'setup', ...inTheWay]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /The secret could not be written: .+\.unfinished exists: another command is writing .+ Write it there yourself/,
    );
    expect(out).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w{32}$/m);
    // Not deleted by this command, because it existed before.
    expect(readFileSync(`${env}.unfinished`, 'utf8')).toMatch(/^whsec_\w{32}\n$/);
    expect(err).toContain('Start the site again with the new secret.');
  });
});
