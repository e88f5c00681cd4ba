import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { type AnsweringServer, startAnsweringServer } from '#tests/support/answering-server.ts';
import { callCognito } from './cognito/calls.ts';
import { createCognitoIdentity } from './cognito/identity.ts';
import { createProbes } from './probes.ts';
import { providerTime } from './stripe/calls.ts';
import { createStripeClient } from './stripe/payments.ts';

const userPoolId = 'eu-north-1_AbCdEfGhI';
let service: AnsweringServer;
let stranger: AnsweringServer;
let origin = '';
beforeAll(async () => {
  [service, stranger] = await Promise.all([startAnsweringServer(), startAnsweringServer()]);
  origin = service.origin;
  service.answer(({ path }) => ({
    status: 307,
    headers: { location: `${stranger.origin}${path}` },
    json: {},
  }));
  const tokens = { IdToken: 'id', AccessToken: 'access', ExpiresIn: 3600 };
  stranger.answer(() => ({ json: { keys: [], data: [], AuthenticationResult: tokens } }));
});
afterAll(() => Promise.all([service.close(), stranger.close()]));

const identity = () =>
  createCognitoIdentity(
    { userPoolId, clientId: 'site', acceptedClientIds: ['site'], origin },
    () => new Date(),
  );
const stripe = () => createStripeClient('sk_test_shop', origin, { callMs: 1000 });
const probes = () =>
  createProbes(
    stripe(),
    {
      ...{ databaseFile: 'site.sqlite', databaseUrl: null, downloadsDir: '.' },
      ...{ identity: { origin, userPoolId }, mail: null, publicUrl: origin },
    },
    { backups: () => 'off', keptDatabases: () => [] },
  );

it.each<[string, () => Promise<unknown>]>([
  ['a call with a refresh token', () => callCognito(origin, 'RevokeToken', { Token: 'secret' }, 1000)],
  ["the identity service's keys", () => identity().fetchKeys()],
  ["the doctor's look at them", () => probes().identityKeys()],
  ['a call with the payment key', () => providerTime(stripe())],
])('A redirect is followed nowhere: %s', async (_, call) => {
  stranger.requests.length = 0;
  const before = service.requests.length;
  await Promise.allSettled([call()]);
  expect(service.requests.length).toBeGreaterThan(before);
  expect(stranger.requests).toEqual([]);
});

it('A redirect is no answer of the identity service, so nobody is signed out for it', async () => {
  const refresh = identity().refresh('refresh-token');
  await expect(refresh).rejects.toBeInstanceOf(IdentityProviderUnavailable);
});
