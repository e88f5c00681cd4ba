import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Erasure, OperatorCustomer } from '#shared/api/customers.ts';
import type { ImportAnswer, ImportRequest, OperatorImports } from '#shared/api/imports.ts';
import type { OperatorToday } from '#shared/api/operator.ts';
import type { NewCodeBatchAnswer, OperatorCode } from '#shared/api/operator-codes.ts';
import type { OperatorOrder } from '#shared/api/operator-orders.ts';
import {
  bearer,
  buy,
  checkout,
  control,
  postCheckout,
  press,
  redeemCode,
  unlockedIds,
} from '#tests/support/orders.ts';
import { newEmail, newOperator, newPerson } from '#tests/support/people.ts';
import { beginSession } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
let operator: Record<string, string>;
beforeAll(async () => {
  shop = await openShop({
    environment: { OPERATOR_GROUP: 'shopkeepers', STRIPE_SECRET_KEY: 'rk_test_shop' },
  });
  operator = bearer((await newOperator(shop)).idToken);
});
afterAll(() => shop.close());

const get = (path: string) => request(shop.url).get(`/api/operator${path}`).set(operator);
const post = (path: string, body: object = {}) =>
  request(shop.url).post(`/api/operator${path}`).set(operator).send(body);
const customer = async (key: string) =>
  (await post('/customers', { customer: key }).expect(200)).body as OperatorCustomer;
const lastActions = async (): Promise<string[]> =>
  (await get('/actions').expect(200)).body.actions.map(
    ({ action, subject }: { action: string; subject: string | null }) => `${action} ${subject}`,
  );

it('Books of more than 18 months, which would take the memory of the site, are left to the command line', async () => {
  const { body } = await get('/books?since=2025-01-01&until=2026-06-30').expect(200);
  expect(body.files[0].fileName).toBe('books-2025-01-01-2026-06-30.csv');
  const refused = await get('/books?since=2024-12-01&until=2026-06-30').expect(400);
  expect(refused.body).toMatchObject({
    code: 'invalid_request',
    detail: expect.stringContaining('orders export'),
  });
});

describe('Today', () => {
  it('says what waits, with what it is worth, what was sold, and that nothing fails', async () => {
    const read = async () => (await get('/today').expect(200)).body as OperatorToday;
    const before = await read();
    const first = await buy(shop, ['fist'], 'today@example.com');
    const second = await buy(shop, ['fist'], 'today@example.com');
    const waiting = ({ attention }: OperatorToday) =>
      attention.filter(({ checkoutSessionId }) => checkoutSessionId === second.sessionId);
    const today = await read();
    expect(waiting(today)).toEqual([
      {
        ...{ checkoutSessionId: second.sessionId, reason: 'paid_twice', subject: first.sessionId },
        raisedAt: expect.any(String),
        order: {
          totalOre: 25_000,
          currency: 'sek',
          paidAt: expect.any(String),
          live: false,
          withdrawnOre: null,
        },
      },
    ]);
    expect(today.sales.map(({ days }) => days)).toEqual([1, 7, 30]);
    expect(today.sales).toEqual(
      before.sales.map(({ days, orders, ore }) => ({ days, orders: orders + 2, ore: ore + 50_000 })),
    );
    expect(today).toMatchObject({ live: false, trouble: [] });
    expect(Date.now() - Date.parse(today.lastEventAt ?? '')).toBeLessThan(60_000);

    const decision = { what: 'paid_twice', about: first.sessionId, reason: 'a present for a friend' };
    await post(`/orders/${second.sessionId}/decision`, decision).expect(204);
    await post(`/orders/${second.sessionId}/decision`, decision).expect(404);
    expect(waiting(await read())).toEqual([]);
    expect(await lastActions()).toContain(`orders.resolve ${second.sessionId}`);
  });
});

describe('An order', () => {
  it('that was paid twice goes back only while that is still asked: with the other one its buyer would have lost both', async () => {
    const [first, second] = [
      await buy(shop, ['fist'], 'both@example.com'),
      await buy(shop, ['fist'], 'both@example.com'),
    ];
    const answers = { reason: 'paid_twice', subject: first.sessionId };
    await post(`/orders/${first.sessionId}/refund`, { reason: 'x', what: 'all' }).expect(200);
    const stale = { reason: 'paid twice', what: 'all', answers };
    expect((await post(`/orders/${second.sessionId}/refund`, stale).expect(404)).body).toMatchObject({
      ...{ code: 'not_found', detail: expect.stringContaining('No such question about this order is open') },
    });
    expect((await get(`/orders/${second.sessionId}`).expect(200)).body).toMatchObject({ payments: [] });
  });

  it('is moved to the right address, its receipt sent again, and compared with the payment provider', async () => {
    const { sessionId } = await buy(shop, ['fod'], 'typed@example.con');
    const right = newEmail();
    const moved = await post(`/orders/${sessionId}/move`, { to: right.toUpperCase(), reason: 'typed .con' });
    expect(moved.body).toEqual({ from: 'typed@example.con', to: right });
    expect(
      (await post(`/orders/${sessionId}/move`, { to: 'no address', reason: 'x' }).expect(400)).body,
    ).toMatchObject({
      code: 'invalid_email',
      field: 'email',
    });
    expect((await post(`/orders/${sessionId}/receipt`).expect(200)).body).toEqual({ email: right });
    expect((await post(`/orders/${sessionId}/resync`).expect(200)).body).toEqual({
      outcome: 'already_fulfilled',
      news: 0,
    });
    for (const what of ['receipt', 'resync', 'move', 'refund']) {
      const body = { to: right, reason: 'x', what: 'all' };
      expect((await post(`/orders/cs_test_nothing/${what}`, body).expect(404)).body).toMatchObject({
        code: 'order_not_found',
      });
    }
    // An older page without the choice must not refund everything by accident.
    const older = { reason: 'x', withdrawn: true };
    expect((await post(`/orders/${sessionId}/refund`, older).expect(400)).body).toMatchObject({
      field: 'what',
    });
    expect(await lastActions()).toEqual(
      expect.arrayContaining([`orders.move ${sessionId}`, `orders.resend-receipt ${sessionId}`]),
    );
  });

  it('of several products has each given back once, also when two operators ask for not quite the same at the same moment', async () => {
    const { sessionId } = await buy(shop, ['fod', 'fist', 'coc_aatt'], newEmail());
    const give = (...what: string[]) =>
      post(`/orders/${sessionId}/refund`, { reason: 'x', what }).then(({ status, body }) => ({
        status,
        body,
      }));
    const answers = await Promise.all([give('fist'), give('fist', 'fod')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('refund_not_possible');
    const { payments } = (await get(`/orders/${sessionId}`).expect(200)).body as OperatorOrder;
    expect(payments).toHaveLength(1);
  });

  it('whose money the key may not give back says so to the operator alone, and what to do', async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    await control(shop, 'restrict', { denied: 'charge_write checkout_session_write' });
    for (const what of ['receipt', 'refund']) {
      const refused = await post(`/orders/${sessionId}/${what}`, { reason: 'x', what: 'all' }).expect(502);
      expect(refused.body).toMatchObject({
        ...{ code: 'payment_key_refused', detail: expect.stringContaining('"stripe setup --check" lists') },
      });
    }
    const products = [{ id: 'fod' }];
    const toBuyer = await postCheckout(shop, { products, baseUrl: shop.url, email: newEmail() }).expect(502);
    expect(toBuyer.body.code).toBe('payment_provider_unavailable');
    expect(toBuyer.text).not.toContain('key');
    await control(shop, 'restrict', { denied: '' });
  });

  it('that is a gift says so: where its letter goes, masked, and whether it was opened', async () => {
    const products = [{ id: 'fod' }];
    const body = { products, baseUrl: shop.url, email: newEmail(), gift: true };
    const { redirect_url: payUrl } = (await postCheckout(shop, body).expect(200)).body;
    await press(payUrl, 'pay');
    await shop.sandbox.stripe.deliveriesSettled();
    const sessionId = payUrl.slice(payUrl.lastIndexOf('/') + 1);
    const details = (await get(`/orders/${sessionId}`).expect(200)).body as OperatorOrder;
    expect(details.gift).toEqual({ openedAt: null, recipient: null, sendOn: null, letter: null });
    expect(details.charged).toBeUndefined();
  });

  it('that was paid in another currency says what was charged', async () => {
    const { sessionId, payUrl } = await checkout(shop, ['fod'], newEmail());
    await press(payUrl, 'pay_in_euro');
    await shop.sandbox.stripe.deliveriesSettled();
    const details = (await get(`/orders/${sessionId}`).expect(200)).body as OperatorOrder;
    expect(details.charged).toEqual({ amount: 2190, currency: 'eur' });
    expect(details.gift).toBeUndefined();
  });

  it('that is disputed has its evidence as a text: what was sold, when it was unlocked and claimed, and by whom', async () => {
    const person = await newPerson(shop);
    const earlier = await buy(shop, ['fist'], person.email);
    const { sessionId } = await buy(shop, ['fod'], person.email);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist', 'fod']);
    await control(shop, 'dispute', { checkout_session: sessionId });
    const { fileName, text } = (await get(`/orders/${sessionId}/evidence`).expect(200)).body;
    expect(fileName).toBe(`evidence-${sessionId}.txt`);
    const details = (await get(`/orders/${sessionId}`).expect(200)).body as OperatorOrder;
    for (const said of [
      'product_description\n  Lone Wolf The Fortress of Death, 250 SEK',
      `customer_email_address\n  ${person.email}, as the buyer typed it`,
      /service_date\n {2}\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC: unlocked with the payment/,
      /fod was put on the account \(the account\)/,
      `Claimed by the account ${details.grants[0]?.accountId}`,
      `(${earlier.sessionId})`,
      'No withdrawal is recorded here',
      'Addresses of devices (IP) are not kept.',
      /Dispute d[pu]_\w+: 250 SEK, needs response/,
    ]) {
      expect(text).toMatch(said);
    }
    expect(await lastActions()).toContain(`orders.evidence ${sessionId}`);
    await get('/orders/cs_test_nothing/evidence').expect(404);
  });
});

describe('A customer', () => {
  it('is shown with what they own and why, is given something and loses it again, and has a copy of their data', async () => {
    const person = await newPerson(shop, undefined, webClientId);
    await beginSession(shop, person).expect(200);
    const { sessionId } = await buy(shop, ['fod'], person.email);
    await unlockedIds(shop, person.idToken);
    const known = await customer(` ${person.email.toUpperCase()} `);
    expect(known).toMatchObject({ key: person.email, sessions: 1, deletionPending: false });
    expect(known.orders).toMatchObject([{ checkoutSessionId: sessionId, standing: 'paid' }]);
    expect(known.grants).toMatchObject([
      { adventureId: 'fod', source: 'purchase', origin: sessionId, withheld: null, revoked: false },
    ]);
    expect(known.grants[0]?.history.map(({ what }) => what)).toEqual(['granted', 'claimed']);
    const account = known.identities.find(({ accountId }) => accountId)?.accountId ?? '';
    expect((await customer(account)).orders).toHaveLength(1);

    const given = { customer: account, adventureId: 'fist', reason: 'they waited long' };
    const { grant } = (await post('/grants', given).expect(200)).body;
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod', 'fist']);
    await post('/grants', { ...given, adventureId: 'everything' }).expect(400);
    await post('/grants', { ...given, reason: ' ' }).expect(400);
    await post(`/grants/${grant}/revocation`, { reason: 'the wrong one' }).expect(204);
    await post(`/grants/${grant}/revocation`, { reason: 'the wrong one' }).expect(404);
    await post('/grants/abc/revocation', { reason: 'x' }).expect(404);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod']);
    expect((await customer(account)).grants).toContainEqual(
      expect.objectContaining({ id: grant, revoked: true, withheld: 'operator' }),
    );
    expect((await customer(account)).actions).toMatchObject([
      { action: 'grants.give', grant, reason: 'they waited long' },
      { action: 'grants.revoke', grant, reason: 'the wrong one' },
    ]);

    const signedOut = await post('/customers/sign-out', { customer: person.email, reason: 'a lost phone' });
    expect(signedOut.body).toMatchObject({ sessions: 1, notRevoked: 0 });
    expect((await customer(account)).sessions).toBe(0);

    const copy = (await post('/customers/copy', { customer: person.email }).expect(200)).body;
    expect(copy.fileName).toMatch(/^customer-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(copy.text)).toMatchObject({
      key: person.email,
      orders: [{ purchase: { checkoutSessionId: sessionId } }],
    });
    expect((await lastActions()).join()).not.toContain(person.email);

    await post(`/grants/${known.grants[0]?.id}/revocation`, { reason: 'asked for it' }).expect(204);
    const { grants } = (await get(`/orders/${sessionId}`).expect(200)).body as OperatorOrder;
    expect(grants).toMatchObject([{ adventureId: 'fod', withheld: 'operator' }]);
  });

  it('is erased for a reason; payment records stay, and the token counts for nothing from then on', async () => {
    const person = await newPerson(shop);
    await buy(shop, ['fod'], person.email);
    await unlockedIds(shop, person.idToken);
    await post('/customers/erasure', { customer: person.email, reason: '' }).expect(400);
    const { body } = await post('/customers/erasure', { customer: person.email, reason: 'letter of 3 May' });
    expect(body as Erasure).toMatchObject({ grants: 1, keptOrders: 1, accountIds: [expect.any(String)] });
    expect(body as Erasure).toMatchObject({ otherAddresses: [] });
    await request(shop.url).get('/api/unlocked-content').set(bearer(person.idToken)).expect(401);
    expect((await customer(person.email)).orders).toHaveLength(1);
    const alone = { customer: person.email, addressOnly: true };
    await buy(shop, ['fod'], person.email);
    expect(JSON.parse((await post('/customers/copy', alone).expect(200)).body.text).grants).toHaveLength(1);
    const again = await post('/customers/erasure', { ...alone, reason: 'letter of 4 May' });
    expect(again.body as Erasure).toMatchObject({ grants: 1, keptOrders: 2, accountIds: [] });
    await post('/customers/erasure', { customer: newEmail(), reason: 'x' }).expect(404);
    await post('/customers/copy', { customer: newEmail() }).expect(404);
    await post('/customers', { customer: 'no@address' }).expect(400);
  });
});

it('A code is found as somebody typed it, with who redeemed it, and revoked alone', async () => {
  const batch = { campaign: 'Desk', unlocks: ['fist'], count: 2, mostRedemptions: 1, expires: null };
  const { codes, batchId } = (await post('/code-batches', batch).expect(200)).body as NewCodeBatchAnswer;
  const [code = '', other = ''] = codes;
  const person = await newPerson(shop);
  await redeemCode(shop, code, bearer(person.idToken)).expect(200);
  const found = (await post('/codes', { code: ` ${code.toUpperCase()} ` }).expect(200)).body as OperatorCode;
  expect(found).toMatchObject({
    code: expect.any(String),
    batchId,
    campaign: 'Desk',
    unlocks: ['fist'],
    revokedAt: null,
  });
  expect(found.redemptions).toEqual([{ accountId: expect.any(String), redeemedAt: expect.any(String) }]);
  const change = { code: other, revoked: true, reason: 'posted by mistake' };
  expect((await post('/codes/revocation', change).expect(200)).body).toEqual({ changed: 1 });
  expect((await post('/codes', { code: other }).expect(200)).body.revokedAt).toEqual(expect.any(String));
  expect((await post('/codes', { code }).expect(200)).body.revokedAt).toBeNull();
  await post('/codes', { code: 'nothing' }).expect(404);
  await post('/codes/revocation', { ...change, code: 'nothing' }).expect(404);
});

describe('A file of backers', () => {
  const file = (lines: string[], over: Partial<ImportRequest> = {}): ImportRequest => ({
    ...{ kind: 'backers', name: 'backers.csv', columns: [], rewards: [], paidStates: [] },
    ...{ dryRun: true, skipBadLines: false },
    content: Buffer.from(['Email,Reward Title,Pledged Status', ...lines].join('\n')).toString('base64'),
    ...over,
  });
  const send = async (body: ImportRequest) => (await post('/imports', body).expect(200)).body as ImportAnswer;

  it('is tried first, brought in when it is right, changes nothing a second time, and is taken back whole', async () => {
    const person = await newPerson(shop);
    const lines = [`${person.email},Hero,collected`, `${newEmail()},Hero,dropped`, 'nobody,Hero,collected'];
    const rewards = ['Hero=fod-kickstarter'];
    expect(await send(file(lines, { rewards }))).toEqual({
      ...{ encoding: 'UTF-8', changed: false, importId: null, fresh: 1, already: 0 },
      unpaid: { count: 1, first: [{ line: 3, reason: 'the pledge is "dropped", not paid' }] },
      faults: { count: 1, first: [{ line: 4, reason: expect.stringContaining('e-mail') }] },
    });
    // Bad lines are skipped only on request.
    expect(await send(file(lines, { rewards, dryRun: false }))).toMatchObject({ changed: false });
    expect(await unlockedIds(shop, person.idToken)).toEqual([]);
    const done = await send(file(lines, { rewards, dryRun: false, skipBadLines: true }));
    expect(done).toMatchObject({ changed: true, importId: expect.any(Number), fresh: 1, already: 0 });
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fod-kickstarter']);
    const again = await send(file(lines, { rewards, dryRun: false, skipBadLines: true }));
    expect(again).toMatchObject({ importId: null, fresh: 0, already: 1 });

    const { imports } = (await get('/imports').expect(200)).body as OperatorImports;
    expect(imports).toMatchObject([{ id: done.importId, name: 'backers.csv', entries: 1, undoneAt: null }]);
    const undo = () => post(`/imports/${done.importId}/undo`, { reason: 'the wrong list' });
    expect((await undo().expect(200)).body).toEqual({ removed: 0, revoked: 1 });
    await undo().expect(404);
    expect(await unlockedIds(shop, person.idToken)).toEqual([]);
  });

  it('whose pledges are in a state that nobody has heard of says how to say what it means', async () => {
    const lines = [`${newEmail()},fist,Paid In Full`];
    const { faults } = await send(file(lines));
    expect(faults.first[0]?.reason).toMatch(
      /^unknown state of a pledge "Paid In Full": say --paid-state "Paid In Full"/,
    );
    expect(await send(file(lines, { paidStates: ['Paid in full'] }))).toMatchObject({
      fresh: 1,
      faults: { count: 0 },
    });
  });

  it('tells of a hundred bad lines which they are, and of more only how many', async () => {
    const { faults } = await send(
      file(Array(101).fill('nobody,Hero,collected'), { rewards: ['Hero=fod-kickstarter'] }),
    );
    expect([faults.count, faults.first.length, faults.first.at(-1)?.line]).toEqual([101, 100, 101]);
  });

  it('that lacks a column, is no base64 or is too large is refused in words', async () => {
    const body = file([], { content: Buffer.from('a,b\n1,2').toString('base64') });
    const { body: problem } = await post('/imports', body).expect(400);
    expect(problem.detail).toContain('backers.csv has no column email and no column reward');
    await post('/imports', { ...body, content: 'not base64!' }).expect(400);
    const large = await post('/imports', { ...body, content: 'A'.repeat(600_000) });
    expect(large.status).toBe(413);
  });
});
