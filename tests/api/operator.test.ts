import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorSignInMs } from '#server/http/authenticate.ts';
import type { Endpoint } from '#shared/api/calls.ts';
import type { OperatorActions, OperatorFigures } from '#shared/api/operator.ts';
import { operatorContracts } from '#shared/api/operator-calls.ts';
import type { NewCodeBatchAnswer, OperatorCodeBatches } from '#shared/api/operator-codes.ts';
import type { OperatorOrder, OperatorOrders } from '#shared/api/operator-orders.ts';
import { methodOf, patternOf } from '#shared/endpoints.ts';
import { actionLimits } from '#shared/operator-limits.ts';
import { shopDay } from '#shared/shop-day.ts';
import { bearer, buy, json } from '#tests/support/orders.ts';
import { newOperator, newPerson, type Person, signIn } from '#tests/support/people.ts';
import { beginSession, cookieOf } from '#tests/support/sessions.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let operator: Person;
let outsider: Person;
beforeAll(async () => {
  shop = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
  operator = await newOperator(shop, ['readers', 'shopkeepers']);
  outsider = await newOperator(shop, ['shopkeepers-of-another-shop']);
});
afterAll(() => shop.close());

/** Every call of the operator's page, with its parameters filled in. */
const calls = (Object.keys(operatorContracts) as Endpoint[]).map((endpoint) => {
  const method = methodOf(endpoint) as 'GET' | 'POST';
  return [method, patternOf(endpoint).replace('/api/operator', '').replace(/:\w+/g, '1')] as const;
});

function call(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body: object = {}) {
  const asked = request(shop.url);
  const address = `/api/operator${path}`;
  return (method === 'GET' ? asked.get(address) : asked.post(address).send(body)).set(headers);
}
async function ask<T>(path: string, body?: object): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST';
  return (await call(method, path, bearer(operator.idToken), body).expect(200)).body;
}

describe("the operator's calls refuse everyone outside the group", () => {
  it.each(calls)('%s %s is 401 for nobody and 403 for an account outside the group', async (method, path) => {
    await call(method, path, {}).expect(401).expect('www-authenticate', 'Bearer');
    const { body } = await call(method, path, bearer(outsider.idToken)).expect(403);
    expect(body).toMatchObject({ code: 'forbidden' });
  });

  it('an operator whose sign-in is older than twelve hours signs in anew, however fresh the token is', async () => {
    const tokenOf = (ageSeconds: number) =>
      shop.sandbox.identity.mintToken({
        ...{ use: 'id', username: operator.username, clientId: shop.config.identity.clientId },
        claims: { auth_time: Math.floor(Date.now() / 1000) - ageSeconds },
      });
    const hours12 = operatorSignInMs / 1000;
    await call('GET', '/figures', bearer(tokenOf(hours12 - 60))).expect(200);
    const { body } = await call('GET', '/figures', bearer(tokenOf(hours12 + 5))).expect(403);
    expect(body).toMatchObject({ code: 'sign_in_too_old' });
    const without = shop.sandbox.identity.mintToken({
      ...{ use: 'id', username: operator.username, clientId: shop.config.identity.clientId },
      claims: { auth_time: undefined },
    });
    await call('GET', '/figures', bearer(without)).expect(403);
  });

  it('a browser session alone does not open them: only the id token says the group', async () => {
    const tokens = await signIn(shop, operator.username, shop.config.identity.clientId);
    const cookie = cookieOf(await beginSession(shop, tokens).expect(200));
    await call('GET', '/figures', { cookie }).expect(401);
  });

  it('a group in a token that was not signed by the user pool counts for nothing', async () => {
    const [header, payload = '', signature] = outsider.idToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...claims, 'cognito:groups': ['shopkeepers'] })).toString(
      'base64url',
    );
    expect((await call('GET', '/figures', bearer([header, forged, signature].join('.')))).status).toBe(401);
  });

  it('they do not exist while no group is configured', async () => {
    const without = await openShop();
    const response = await fetch(`${without.url}/api/operator/figures`, {
      headers: bearer(operator.idToken),
    });
    expect(response.status).toBe(404);
    await without.close();
  });
});

describe('an operator', () => {
  it('sees what was sold, by product and day', async () => {
    const own = await openShop({ environment: { OPERATOR_GROUP: 'shopkeepers' } });
    const headers = bearer((await newOperator(own)).idToken);
    const read = async (period = '') =>
      (await request(own.url).get(`/api/operator/figures${period}`).set(headers).expect(200))
        .body as OperatorFigures;
    await buy(own, ['bundle-pre-order'], 'anna@example.com');
    await buy(own, ['fist', 'fod-expansions'], 'bo@example.com');
    const figures = await read();
    expect(figures).toMatchObject({ live: false, refundedOre: 0 });
    expect(figures.byProduct).toEqual([
      { key: 'bundle-pre-order', sold: 1, ore: 50_000 },
      { key: 'fist', sold: 1, ore: 25_000 },
      { key: 'fod-expansions', sold: 1, ore: 12_000 },
    ]);
    expect(figures.byDay).toEqual([{ key: shopDay(new Date()), sold: 3, ore: 87_000 }]);
    const before = await read('?since=2020-01-01&until=2020-12-31');
    expect(before).toMatchObject({ since: '2020-01-01', until: '2020-12-31', byProduct: [], byDay: [] });
    await own.close();
  });

  it('finds orders and sees what happened to them', async () => {
    const { sessionId } = await buy(shop, ['fod'], 'cecilia@example.com');
    for (const query of ['CECILIA@example.com', 'cecilia', sessionId]) {
      const { orders } = await ask<OperatorOrders>('/orders', { query });
      expect(orders).toEqual([
        expect.objectContaining({ checkoutSessionId: sessionId, productIds: ['fod'], standing: 'paid' }),
      ]);
    }
    expect((await ask<OperatorOrders>('/orders', { query: '%' })).orders).toEqual([]);
    const order = await ask<OperatorOrder>(`/orders/${sessionId}`);
    expect(order.grants).toEqual([{ adventureId: 'fod', accountId: null, withheld: null }]);
    expect(order.history).toEqual([expect.objectContaining({ what: 'granted', actor: 'webhook' })]);
    expect((await call('GET', '/orders/cs_test_nothing', bearer(operator.idToken))).status).toBe(404);
  });

  it('makes a batch of codes, saves it, revokes it and lets it work again', async () => {
    const request = {
      campaign: 'Podcast',
      unlocks: ['fod'],
      count: 3,
      mostRedemptions: 2,
      expires: '2099-12-31',
    };
    const made = await ask<NewCodeBatchAnswer>('/code-batches', request);
    expect(made.codes).toHaveLength(3);
    const table = await call('GET', `/code-batches/${made.batchId}/table`, bearer(operator.idToken)).expect(
      200,
    );
    expect(table.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=codes-${made.batchId}-podcast.csv`,
      'cache-control': 'no-store',
    });
    const csv = table.text;
    expect(csv.split('\n')).toHaveLength(5);
    await call('GET', '/code-batches/999/table', bearer(operator.idToken)).expect(404);
    for (const code of made.codes) expect(csv).toContain(`${code},Podcast,fod,2099-12-31T23:59:59.999Z,2`);
    const why = (revoked: boolean) => ({ revoked, reason: 'the episode was withdrawn' });
    expect(await ask(`/code-batches/${made.batchId}/revocation`, why(true))).toEqual({ changed: 3 });
    const { batches } = await ask<OperatorCodeBatches>('/code-batches');
    expect(batches[0]).toMatchObject({
      id: made.batchId,
      campaign: 'Podcast',
      codes: 3,
      revoked: 3,
      redeemed: 0,
    });
    expect(await ask(`/code-batches/${made.batchId}/revocation`, why(false))).toEqual({ changed: 3 });
  });

  it('takes only the beginning of a long table of codes: no more of it is made, and nothing is wrong', async () => {
    const batch = { campaign: 'Long', unlocks: ['fod'], count: 20_000, mostRedemptions: 1, expires: null };
    const { batchId } = await ask<NewCodeBatchAnswer>('/code-batches', batch);
    const leaving = new AbortController();
    const path = `/api/operator/code-batches/${batchId}/table`;
    const answer = await fetch(`${shop.url}${path}`, {
      headers: bearer(operator.idToken),
      signal: leaving.signal,
    });
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^code,campaign,unlocks/);
    leaving.abort();
    await expect
      .poll(() => shop.logText())
      .toMatch(/"route":"\/api\/operator\/code-batches\/:id\/table"[^\n]*"completed":false/);
    expect(shop.logText()).not.toContain('request failed');
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  });

  it.each([
    [{ campaign: ' ' }, 'campaign'],
    [{ unlocks: [] }, 'unlocks'],
    [{ unlocks: ['everything'] }, 'unlocks'],
    [{ count: 0 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ count: 100_001 }, 'count'],
    [{ mostRedemptions: 0 }, 'mostRedemptions'],
    [{ expires: '2020-01-01' }, 'expiresAt'],
    [{ expires: '2099-02-30' }, 'expiresAt'],
    [{ expires: 'soon' }, 'expiresAt'],
  ])('is told which field of a batch is not right: %j', async (over, field) => {
    const batch = { campaign: 'x', unlocks: ['fod'], count: 1, mostRedemptions: 1, expires: null, ...over };
    const { body } = await call('POST', '/code-batches', bearer(operator.idToken), batch).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request', field });
  });

  it('leaves a record of everything done and looked at, without addresses', async () => {
    const { sessionId } = await buy(shop, ['fod'], 'dora@example.com');
    await ask('/figures');
    await ask('/orders', { query: 'dora@example.com' });
    await ask(`/orders/${sessionId}`);
    const batch = { campaign: 'Fair', unlocks: ['fod'], count: 1, mostRedemptions: 1, expires: null };
    const { batchId } = await ask<NewCodeBatchAnswer>('/code-batches', batch);
    await ask('/code-batches');
    await call('GET', `/code-batches/${batchId}/table`, bearer(operator.idToken)).expect(200);
    for (const revoked of [true, false])
      await ask(`/code-batches/${batchId}/revocation`, { revoked, reason: 'the fair was called off' });

    const done = [
      ...['stats', 'orders.find', 'orders.show', 'codes.create', 'codes.list', 'codes.export'],
      ...['codes.revoke', 'codes.unrevoke'],
    ];
    const { actions } = await ask<OperatorActions>(`/actions?most=${done.length}`);
    expect(actions.map(({ action }) => action).toReversed()).toEqual(done);
    expect(new Set(actions.map(({ actor }) => actor))).toEqual(new Set([`operator:${operator.username}`]));
    expect(actions.find(({ action }) => action === 'codes.revoke')).toMatchObject({
      reason: 'the fair was called off',
    });
    expect(JSON.stringify(actions)).toContain('d•••@example.com');
    expect(JSON.stringify(actions)).not.toContain('dora@example.com');
    const again = await ask<OperatorActions>('/actions?most=1');
    expect(again.actions).toMatchObject([{ action: 'actions.list' }]);
    for (const most of [0, actionLimits.most + 1, 'all'])
      await call('GET', `/actions?most=${most}`, bearer(operator.idToken)).expect(400);
  });
});

describe('the identity stand-in', () => {
  it('says in id and access tokens which groups an account is in, and nothing without one', async () => {
    const { username, idToken } = await newPerson(shop);
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claimsOf(idToken)).not.toHaveProperty('cognito:groups');
    const control = await fetch(`${shop.sandboxUrl}/sandbox/identity/users/${username}/groups`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ groups: ['shopkeepers'] }),
    });
    expect(control.status).toBe(204);
    const tokens = await signIn(shop, username);
    expect(claimsOf(tokens.idToken)['cognito:groups']).toEqual(['shopkeepers']);
    expect(claimsOf(tokens.accessToken)['cognito:groups']).toEqual(['shopkeepers']);
    const unknown = await fetch(`${shop.sandboxUrl}/sandbox/identity/users/nobody/groups`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ groups: [] }),
    });
    expect(unknown.status).toBe(409);
  });
});
