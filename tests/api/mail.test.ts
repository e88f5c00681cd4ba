import Database from 'better-sqlite3';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperatorMail } from '#shared/api/operator.ts';
import type { OperatorOrder, OperatorOrders } from '#shared/api/operator-orders.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { paidEvent, postEvent } from '#tests/hardening/support/webhooks.ts';
import { admin } from '#tests/support/admin.ts';
import { claimAs } from '#tests/support/claim-calls.ts';
import { bearer, buy, checkout, control, json, newBrowser, order } from '#tests/support/orders.ts';
import { newEmail, newOperator, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let operator: Record<string, string>;
beforeAll(async () => {
  const consentText = 'Unlock it at once. I know that this ends my right of withdrawal.';
  shop = await openShop({
    mail: true,
    environment: {
      ...{ CHECKOUT_TERMS_CONSENT: 'required', CHECKOUT_CONSENT_TEXT: consentText },
      OPERATOR_GROUP: 'shopkeepers',
    },
  });
  await fetch(`${shop.sandboxUrl}/sandbox/stripe/terms-url`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ url: 'https://shop.example.com/terms' }),
  });
  operator = bearer((await newOperator(shop)).idToken);
});
afterAll(() => shop.close());

async function buyWithConsent(email: string, headers: Record<string, string> = {}): Promise<string> {
  const { payUrl, sessionId } = await checkout(shop, ['fod'], email, headers);
  const body = new URLSearchParams({ outcome: 'pay', terms: 'accepted' });
  await fetch(payUrl, { method: 'POST', redirect: 'manual', body });
  await shop.sandbox.stripe.deliveriesSettled();
  return sessionId;
}
const letters = (email: string) => shop.sandbox.inbox.list(email).filter(({ from }) => from === 'shop');
const letterTo = (email: string, subject: RegExp) =>
  vi.waitFor(
    () => {
      const letter = letters(email).find((each) => subject.test(each.subject));
      if (!letter) throw new Error(`No letter ${subject} to ${email}`);
      return letter;
    },
    { timeout: 30_000, interval: 50 },
  );
const confirmation = async (sessionId: string) => (await order(shop, sessionId)).body.confirmation;
const becomes = (sessionId: string, state: string) =>
  vi.waitFor(async () => expect(await confirmation(sessionId)).toBe(state), {
    timeout: 30_000,
    interval: 50,
  });

describe('The shop writes to its buyers', () => {
  it('the confirmation of an order, with all that the law wants on a durable medium', async () => {
    const email = newEmail();
    const sessionId = await buyWithConsent(email);
    const { text, html, subject } = await letterTo(email, /^Your order/);
    expect(subject).toBe('Your order: Lone Wolf The Fortress of Death');
    for (const words of [
      ...['Paid: 250 SEK, VAT included', sessionId, email, `${shop.url}/download`],
      ...['Unlock it at once. I know that this ends my right of withdrawal.'],
      ...['with this confirmation the right has ended'],
      ...[`${shop.url}/shop/order?id=${sessionId}`],
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    // No remote content, and no tracking.
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import/);
    await becomes(sessionId, 'sent');
    expect(letters(email)).toHaveLength(1);
  });

  it('the confirmation of a guest’s order carries its claim link, and that of an account’s order none', async () => {
    const [guest, owner, reader] = [newEmail(), await newPerson(shop), await newPerson(shop)];
    await buyWithConsent(guest);
    const { text, html } = await letterTo(guest, /^Your order/);
    const [, token = ''] = /\/open\/([A-Za-z0-9_-]{43})/.exec(text) ?? [];
    expect(html).toContain(`${shop.url}/open/${token}`);
    expect(await claimAs(shop, reader.idToken, token)).toEqual({
      valid: true,
      error: null,
      unlocks: ['fod'],
    });
    await buyWithConsent(owner.email, bearer(owner.idToken));
    expect((await letterTo(owner.email, /^Your order/)).text).not.toContain('/open/');
    expect(shop.logText()).not.toContain(token);
  });

  it('that a withdrawal has come in, and that the money is on its way', async () => {
    const email = newEmail();
    // Existing connections are dropped, and new ones are refused.
    shop.sandbox.mail.setFaults({ wrongPassword: true, drop: 1 });
    const sessionId = await buyWithConsent(email);
    await vi.waitFor(
      async () => {
        const { body } = await request(shop.url).get('/api/operator/mail').set(operator);
        expect((body as OperatorMail).fault).toBe('535 5.7.8 (signing in was refused)');
      },
      { timeout: 30_000, interval: 100 },
    );
    // Consent ends the right of withdrawal only once it was confirmed.
    expect((await order(shop, sessionId)).body).toMatchObject({
      ...{ confirmation: 'waiting', withdrawal: { receivedAt: null } },
    });
    const statement = { orderId: sessionId, name: 'Anna Reader', email, confirm: true };
    await request(shop.url).post(patternOf(endpoints.withdraw)).send(statement).expect(200);
    shop.sandbox.mail.setFaults({});
    const { text } = await letterTo(email, /^We have received your withdrawal W-/);
    expect(text).toContain('I, Anna Reader');
    await control(shop, 'refund', { checkout_session: sessionId });
    await letterTo(email, /^We are paying you back 250 SEK/);
  });

  it('nothing of a right that a confirmed consent has ended', async () => {
    const email = newEmail();
    const sessionId = await buyWithConsent(email);
    await becomes(sessionId, 'sent');
    expect((await order(shop, sessionId)).body.withdrawal).toBeUndefined();
  });

  it('that a payment is still on its way, and that it has failed', async () => {
    const email = newEmail();
    const { payUrl, sessionId } = await checkout(shop, ['fist'], email);
    const body = new URLSearchParams({ outcome: 'pay_later_failure', terms: 'accepted' });
    await fetch(payUrl, { method: 'POST', redirect: 'manual', body });
    await letterTo(email, /^Your payment is on its way/);
    await control(shop, 'settle', { checkout_session: sessionId });
    await letterTo(email, /^Your payment failed/);
  });

  it('the links of their orders, when they ask for them; a stranger’s address gets the same answer and no letter', async () => {
    const [email, stranger] = [newEmail(), newEmail()];
    const sessionId = await buyWithConsent(email);
    const ask = (from: string, address: string) =>
      request(shop.url)
        .post(patternOf(endpoints.mailOrderLinks))
        .set('Origin', from)
        .send({ email: address });
    // Other visitors' pages cannot cause mail.
    const { body } = await ask('https://elsewhere.example.com', email).expect(403);
    expect(body.code).toBe('cross_site_request');
    await ask(shop.url, stranger).expect(204, '');
    await ask(shop.url, email.toUpperCase()).expect(204, '');
    const { text } = await letterTo(email, /^The links of your orders$/);
    expect(text).toContain(`${shop.url}/shop/order?id=${sessionId}`);
    await vi.waitFor(
      async () => {
        const { body: mail } = await request(shop.url).get('/api/operator/mail').set(operator);
        expect(mail).toMatchObject({ waiting: 0, trouble: [] });
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(letters(stranger)).toEqual([]);
    expect(shop.logText()).not.toContain(stranger);
  });

  it('and no address or word of a letter is in the log', async () => {
    const email = newEmail();
    const sessionId = await buyWithConsent(email);
    await becomes(sessionId, 'sent');
    expect(shop.logText()).not.toContain(email);
    expect(shop.logText()).not.toContain('Your order:');
  });
});

describe('An address that takes no mail', () => {
  it('is said on the page of the order, beside it for the operator, and does not lose the sale', async () => {
    const browser = newBrowser(shop);
    const email = `bounce-${newEmail()}`;
    const { payUrl, sessionId } = await browser.checkout(['fod'], email);
    const body = new URLSearchParams({ outcome: 'pay', terms: 'accepted' });
    await fetch(payUrl, { method: 'POST', redirect: 'manual', body });
    await shop.sandbox.stripe.deliveriesSettled();
    await becomes(sessionId, 'undelivered');
    expect((await order(shop, sessionId)).body).toMatchObject({ status: 'paid' });

    const ask = (path: string) => request(shop.url).get(`/api/operator${path}`).set(operator).expect(200);
    const search = request(shop.url).post('/api/operator/orders').set(operator).send({ query: sessionId });
    const { orders } = (await search.expect(200)).body as OperatorOrders;
    expect(orders).toMatchObject([{ email, lettersInTrouble: 1 }]);
    const details = (await ask(`/orders/${sessionId}`)).body as OperatorOrder;
    expect(details.letters).toMatchObject([
      { kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1 (RCPT TO)' },
    ]);
    const mail = (await ask('/mail')).body as OperatorMail;
    expect(mail).toMatchObject({ isSetUp: true, fault: null, trouble: [{ checkoutSessionId: sessionId }] });
    expect((await ask('/today')).body).toMatchObject({ trouble: [{ what: 'letters', count: 1 }] });
    const letter = mail.trouble[0]?.id ?? 0;
    const retry = (id: number) =>
      request(shop.url)
        .post(`/api/operator/letters/${id}/retry`)
        .set(operator)
        .send({ reason: 'they say it works' });
    await retry(letter).expect(204);
    await becomes(sessionId, 'undelivered');
    await retry(999_999).expect(404);
    const { body: again } = await request(shop.url)
      .post('/api/operator/letters/retry')
      .set(operator)
      .send({ since: '2025-01-01', reason: 'they say it works' })
      .expect(200);
    expect(again).toEqual({ letters: 1 });
    await becomes(sessionId, 'undelivered');
    const run = (...args: string[]) => admin(shop.environment, args);
    expect((await run('orders', 'find', sessionId)).out).toContain('bounced');
    expect((await run('orders', 'show', sessionId)).out).toContain('550 5.1.1');

    // The buyer corrects it, and gets the confirmation there; the other address gets no mail.
    const right = newEmail();
    expect((await browser.correct(sessionId, right)).status).toBe(200);
    await letterTo(right, /^Your order is now recorded for this address/);
    await becomes(sessionId, 'sent');
  });
});

it('A service that does not relay for the shop loses no letter, nobody is told that their address is wrong, and it is the operator who hears of it', async () => {
  const email = newEmail();
  shop.sandbox.mail.setFaults({ noRelay: true });
  const sessionId = await buyWithConsent(email);
  await vi.waitFor(
    async () => {
      const { body } = await request(shop.url).get('/api/operator/mail').set(operator);
      expect((body as OperatorMail).putOff).toEqual([{ fault: '550 (RCPT TO)', letters: 1 }]);
    },
    { timeout: 30_000, interval: 50 },
  );
  // Its consent was not confirmed, so the right of withdrawal has not ended.
  expect((await order(shop, sessionId)).body).toMatchObject({
    ...{ confirmation: 'waiting', withdrawal: { receivedAt: null } },
  });
  const { out } = await admin(shop.environment, ['doctor']);
  expect(out).toMatch(/^warning {2}outbox: 1 waiting, .+ put off: 1 with 550 \(RCPT TO\)$/m);
  shop.sandbox.mail.setFaults({});
  await becomes(sessionId, 'sent');
  expect((await order(shop, sessionId)).body.withdrawal).toBeUndefined();
  expect(letters(email)).toHaveLength(1);
});

it('A sale whose letter cannot be written is not recorded by half: the payment provider delivers it again, and it is confirmed', async () => {
  const database = new Database(shop.config.databaseFile);
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON letters BEGIN SELECT RAISE(ABORT, 'no room for letters'); END",
  );
  const event = paidEvent(newEmail(), 'fist');
  expect((await postEvent(shop, event)).status).toBe(500);
  expect(
    database.prepare('SELECT 1 FROM purchases WHERE checkout_session_id = ?').all(event.sessionId),
  ).toEqual([]);
  database.exec('DROP TRIGGER full');
  database.close();
  expect((await postEvent(shop, event)).status).toBe(200);
  await becomes(event.sessionId, 'sent');
});

it('A shop without a mail service sells as ever, and says to the operator what is missing', async () => {
  const silent = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
  const email = newEmail();
  const { sessionId } = await buy(silent, ['fod'], email);
  expect((await order(silent, sessionId)).body).toMatchObject({ status: 'paid' });
  expect((await order(silent, sessionId)).body).not.toHaveProperty('confirmation');
  const token = bearer((await newOperator(silent)).idToken);
  const { body } = await request(silent.url).get('/api/operator/mail').set(token);
  expect(body).toMatchObject({ isSetUp: false, waiting: 0 });
  await silent.close();
});
