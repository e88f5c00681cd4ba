import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpAt } from '#sandbox/identity/totp.ts';
import type { SessionResponse } from '#shared/api/session.ts';
import { endSession, operatorFigures, patternOf, readSession } from '#shared/endpoints.ts';
import { askIdentity } from '#tests/support/identity-calls.ts';
import { bearer } from '#tests/support/orders.ts';
import { newOperator, newPerson } from '#tests/support/people.ts';
import { beginSession, cookieOf } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  const environment = { OPERATOR_GROUP: 'shopkeepers', OPERATOR_SECOND_FACTOR: 'required' };
  shop = await openShop({ environment });
});
afterAll(() => shop.close());

async function setUpFactor(AccessToken: string): Promise<void> {
  const { SecretCode } = await askIdentity(shop.sandboxUrl, 'AssociateSoftwareToken', { AccessToken });
  const UserCode = totpAt(String(SecretCode), new Date());
  await askIdentity(shop.sandboxUrl, 'VerifySoftwareToken', { AccessToken, UserCode });
  await preferFactor(AccessToken, true);
}
const preferFactor = (AccessToken: string, on: boolean) =>
  askIdentity(shop.sandboxUrl, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: on, PreferredMfa: on },
  });

/** An operator with a browser session and its tokens. */
async function operator() {
  const person = await newOperator(shop, ['shopkeepers'], webClientId);
  const cookie = cookieOf(await beginSession(shop, person).expect(200));
  return { ...person, cookie };
}
const figures = (idToken: string, headers: Record<string, string> = {}) =>
  request(shop.url)
    .get(patternOf(operatorFigures))
    .set({ ...bearer(idToken), ...headers });
const renew = (cookie: string) => request(shop.url).get(patternOf(readSession)).set({ cookie });

it('An operator without a second factor is refused with what to do, until one is set up and the session renewed', async () => {
  const { idToken, accessToken, cookie } = await operator();
  for (const headers of [{}, { cookie }]) {
    const { body } = await figures(idToken, headers).expect(403);
    expect(body).toMatchObject({
      code: 'second_factor_needed',
      detail: expect.stringContaining('Set up an authenticator app'),
    });
  }
  await setUpFactor(accessToken);
  await figures(idToken, { cookie }).expect(403);
  const { session } = (await renew(cookie).expect(200)).body as SessionResponse;
  await figures(session?.idToken ?? '', { cookie }).expect(200);
  await preferFactor(accessToken, false);
  await renew(cookie).expect(200);
  await figures(idToken, { cookie }).expect(403);
});

it('The token alone does not do, nor the session of somebody else who has a factor, nor one that was ended', async () => {
  const [first, second] = [await operator(), await operator()];
  for (const { accessToken, cookie } of [first, second]) {
    await setUpFactor(accessToken);
    await renew(cookie).expect(200);
  }
  await figures(first.idToken).expect(403);
  await figures(first.idToken, { cookie: second.cookie }).expect(403);
  await figures(first.idToken, { cookie: first.cookie }).expect(200);
  await request(shop.url).delete(patternOf(endSession)).set({ cookie: first.cookie }).expect(204);
  await figures(first.idToken, { cookie: first.cookie }).expect(403);
});

it('A session that begins after the factor was set up knows of it; while the service cannot be asked, nobody is let in or signed out', async () => {
  const { accessToken, cookie, idToken } = await operator();
  await setUpFactor(accessToken);
  shop.sandbox.identity.injectFault({ operation: 'GetUser', drop: true, times: 1 });
  await renew(cookie).expect(503);
  await figures(idToken, { cookie }).expect(403);
  await renew(cookie).expect(200);
  await figures(idToken, { cookie }).expect(200);
});

it('Nobody else is looked up: the service is not asked about a customer’s factors', async () => {
  const person = await newPerson(shop, undefined, webClientId);
  shop.sandbox.identity.injectFault({ operation: 'GetUser', drop: true, times: 1 });
  const cookie = cookieOf(await beginSession(shop, person).expect(200));
  await renew(cookie).expect(200);
  expect(shop.sandbox.identity.listFaults()).toHaveLength(1);
  shop.sandbox.identity.clearFaults();
});

it('In a pool without second factors none is asked for', async () => {
  const without = await openShop({
    environment: { OPERATOR_GROUP: 'shopkeepers', OPERATOR_SECOND_FACTOR: 'required', COGNITO_MFA: 'off' },
  });
  try {
    const { idToken } = await newOperator(without);
    await request(without.url).get(patternOf(operatorFigures)).set(bearer(idToken)).expect(200);
    expect(without.logText()).toContain('operators are let in without a second factor');
  } finally {
    await without.close();
  }
});
