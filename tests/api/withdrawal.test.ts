import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/api/errors.ts';
import type { Withdrawal } from '#shared/api/withdrawals.ts';
import * as endpoints from '#shared/endpoints.ts';
import { patternOf } from '#shared/endpoints.ts';
import { type LedgerVerbs, openVerbs } from '#tests/support/ledger-verbs.ts';
import { buy, checkout, control, json, order } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

/** The shop asks for consent only in some tests; its clock is set by hand. */
let now = new Date('2025-06-02T10:00:00Z');
let shop: Shop;
let ledger: LedgerVerbs;
const consentText = 'Unlock my adventures at once. I know that this ends my right of withdrawal.';
let consenting: Shop;
const at = (time: string) => {
  now = new Date(time);
};
beforeAll(async () => {
  shop = await openShop({ clock: () => now });
  ledger = openVerbs(shop.config.databaseFile, () => now);
  consenting = await openShop({
    clock: () => now,
    environment: { CHECKOUT_TERMS_CONSENT: 'required', CHECKOUT_CONSENT_TEXT: consentText },
  });
  await fetch(`${consenting.sandboxUrl}/sandbox/stripe/terms-url`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ url: 'https://shop.example.com/terms' }),
  });
});
beforeEach(() => at('2025-06-02T10:00:00Z'));
afterAll(async () => {
  await ledger.close();
  await shop.close();
  await consenting.close();
});

/** The answer, or the problem. */
type Answer = Omit<Withdrawal, 'status'> & Pick<Problem, 'code'> & { status: unknown };

const statement = (orderId: string) => ({ orderId, name: 'Anna Reader', email: 'anna@example.com' });
async function withdraw(body: object, from = shop): Promise<{ status: number; body: Answer }> {
  const answer = await request(from.url).post(patternOf(endpoints.withdraw)).send(body);
  return { status: answer.status, body: answer.body };
}
/** What the operator is asked about an order. */
const waiting = async (sessionId: string) =>
  (await ledger.openAttention()).filter(({ checkoutSessionId }) => checkoutSessionId === sessionId);
/** Pays in the shop that asks for consent. */
async function buyWithConsent(ids: string[]): Promise<string> {
  const { payUrl, sessionId } = await checkout(consenting, ids, newEmail());
  const refused = await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
  expect(refused.status).toBe(422);
  const body = new URLSearchParams({ outcome: 'pay', terms: 'accepted' });
  await fetch(payUrl, { method: 'POST', redirect: 'manual', body });
  await consenting.sandbox.stripe.deliveriesSettled();
  return sessionId;
}

describe('withdrawing from a purchase', () => {
  it('shows first what will happen and stores nothing, then is declared and confirmed with a text to keep', async () => {
    const { sessionId } = await buy(shop, ['fod', 'fist'], newEmail());
    const looked = await withdraw(statement(sessionId));
    expect(looked).toEqual({
      status: 200,
      body: {
        status: 'to_confirm',
        products: [
          { id: 'fist', title: "Steve Jackson's F.I.S.T." },
          { id: 'fod', title: 'Lone Wolf The Fortress of Death' },
        ],
        kept: [],
        refundOre: 50_000,
        refundText: '500 SEK',
        currency: 'sek',
      },
    });
    expect((await order(shop, sessionId)).body.withdrawal).toEqual({ receivedAt: null });
    expect(await waiting(sessionId)).toEqual([]);

    at('2025-06-02T10:05:30Z');
    const { body } = await withdraw({ ...statement(sessionId), confirm: true });
    expect(body).toMatchObject({ status: 'received', refundOre: 50_000 });
    expect(body.received?.at).toBe('2025-06-02T10:05:30.000Z');
    const text = body.received?.confirmation ?? '';
    for (const part of [
      'Anna Reader (anna@example.com)',
      'Lone Wolf The Fortress of Death',
      '500 SEK will be paid back',
      '2 June 2025 at 12:05, Swedish time',
      sessionId,
      body.received?.reference,
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is raised for the operator until the money went back, and noted in the log without anything personal', async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const { body } = await withdraw({ ...statement(sessionId), confirm: true });
    expect(await waiting(sessionId)).toMatchObject([
      { reason: 'withdrawal_requested', subject: body.received?.reference },
    ]);
    expect(shop.logText()).toContain('a buyer withdrew from an order');
    expect(shop.logText()).not.toContain('Anna Reader');
    await control(shop, 'refund', { checkout_session: sessionId });
    expect(await waiting(sessionId)).toEqual([]);
    expect((await order(shop, sessionId)).body.status).toBe('refunded');
  });

  it('twice, also at once, is one withdrawal with one confirmation', async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const request = { ...statement(sessionId), confirm: true };
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(request)));
    expect(new Set(answers.map(({ body }) => body.received?.reference)).size).toBe(1);
    const again = await withdraw({ ...statement(sessionId), name: 'Somebody else' });
    expect(again.body.received).toEqual(answers[0]?.body.received);
    expect((await order(shop, sessionId)).body.withdrawal).toEqual({
      receivedAt: answers[0]?.body.received?.at,
    });
  });

  it('tells its text, with name and address, only to who gives the same address', async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const { body: declared } = await withdraw({ ...statement(sessionId), confirm: true });
    expect(declared.received?.confirmation).toContain('Anna Reader');
    for (const confirm of [false, true]) {
      const stranger = await withdraw({ ...statement(sessionId), email: 'eve@example.com', confirm });
      expect(stranger.body.received).toEqual({
        reference: declared.received?.reference,
        at: declared.received?.at,
      });
      expect(JSON.stringify(stranger.body)).not.toMatch(/anna/i);
    }
    expect((await withdraw({ ...statement(sessionId), email: ' ANNA@example.com' })).body).toEqual(declared);
  });

  it.each(['\r\n', '\n', '\u2028', '\u202e', '\u2066', '\u0000', '\u0085', '\u200f'])(
    'keeps a name on its own line, whatever stands in it: %j',
    async (unseen) => {
      const { sessionId } = await buy(shop, ['fod'], newEmail());
      const name = `Zoë O’Neil${unseen}${unseen}  - 9000 SEK will be paid back`;
      const { body } = await withdraw({ ...statement(sessionId), name, confirm: true });
      const text = body.received?.confirmation ?? '';
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]|\p{Bidi_Control}/u);
      expect(text).toContain('\n  I, Zoë O’Neil - 9000 SEK will be paid back (anna@example.com), withdraw');
    },
  );

  it('takes the order in first when the webhook has not come yet', async () => {
    shop.sandbox.stripe.setWebhookUrl(null);
    const { sessionId } = await buy(shop, ['fist'], newEmail());
    shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
    expect((await withdraw(statement(sessionId))).body).toMatchObject({ status: 'to_confirm' });
  });

  it.each<[string, (sessionId: string) => object, number, string]>([
    ['an order nobody made', () => statement('cs_test_unknown'), 404, 'order_not_found'],
    ['an id that is none', () => statement('../events'), 404, 'order_not_found'],
    ['no name', (id) => ({ ...statement(id), name: '  ' }), 400, 'invalid_request'],
    ['an address that is none', (id) => ({ ...statement(id), email: 'anna' }), 400, 'invalid_email'],
  ])('is refused for %s', async (_, body, status, code) => {
    const { sessionId } = await buy(shop, ['fist'], newEmail());
    const answer = await withdraw(body(sessionId));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused for an order that is not paid', async () => {
    const { sessionId } = await checkout(shop, ['fist'], newEmail());
    const answer = await withdraw(statement(sessionId));
    expect([answer.status, answer.body.code]).toEqual([409, 'withdrawal_not_possible']);
  });
});

describe('the right of withdrawal', () => {
  it('lasts to the end of the fourteenth day, or of the next working day after a weekend', async () => {
    // A Sunday; the fourteenth day after it is a Sunday too, so the deadline is the Monday.
    at('2025-06-01T10:00:00Z');
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    at('2025-06-16T21:59:00Z');
    expect((await withdraw(statement(sessionId))).status).toBe(200);
    at('2025-06-17T00:00:00Z');
    const late = await withdraw(statement(sessionId));
    expect([late.status, late.body.code]).toEqual([409, 'withdrawal_not_possible']);
    expect((await order(shop, sessionId)).body).not.toHaveProperty('withdrawal');
  });

  it('ends at once with the delivery that the buyer consented to, and the consent is kept word for word', async () => {
    const sessionId = await buyWithConsent(['fod']);
    const inConsenting = openVerbs(consenting.config.databaseFile, () => now);
    expect(await inConsenting.findPurchase(sessionId)).toMatchObject({ consentText });
    inConsenting.close();
    expect((await withdraw(statement(sessionId), consenting)).body.code).toBe('withdrawal_not_possible');
    expect((await order(consenting, sessionId)).body).not.toHaveProperty('withdrawal');
  });

  it('stays for a pre-order until it comes out, consent or not, and covers that product alone', async () => {
    const sessionId = await buyWithConsent(['coc_aatt', 'fod']);
    at('2025-07-31T10:00:00Z');
    expect((await withdraw(statement(sessionId), consenting)).body).toMatchObject({
      status: 'to_confirm',
      products: [{ id: 'coc_aatt' }],
      kept: [{ id: 'fod' }],
      refundOre: 25_000,
    });
    at('2025-08-01T10:00:00Z');
    expect((await withdraw(statement(sessionId), consenting)).body.code).toBe('withdrawal_not_possible');
  });
});
