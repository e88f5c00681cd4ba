import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { problemTypes } from '#shared/api/errors.ts';
import { type AnsweringServer, startAnsweringServer } from '#tests/support/answering-server.ts';
import { type AccountStore, createAccountStore } from './account-store.ts';
import { createIdentity } from './cognito.ts';
import type { Identity } from './identity.ts';
import { openSessionChannel } from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';
import { signIn } from './sign-in.ts';

let service: StartedIdentity;
let server: AnsweringServer;
let account: AccountStore;
let load: () => Promise<Identity>;

beforeEach(async () => {
  service = await startIdentityForTests();
  server = await startAnsweringServer();
  const withOwnAddresses = server.fetch;
  vi.stubGlobal('fetch', withOwnAddresses);
  account = createAccountStore(openSessionChannel(createSessionClock(null)));
  const { userPoolId, clientId, url: endpoint } = service;
  const identity = createIdentity({ userPoolId, clientId, endpoint });
  load = async () => identity;
  service.standIn.seedUser({
    username: 'ada',
    email: 'ada@example.com',
    password: 'Long-Enough-1',
    emailVerified: true,
    confirmed: true,
  });
  server.answer(({ method, headers }) =>
    method === 'DELETE'
      ? { status: 204 }
      : {
          json: {
            session: {
              username: 'ada',
              email: 'ada@example.com',
              emailVerified: true,
              idToken: String(headers.authorization).replace('Bearer ', ''),
              accessToken: 'access',
              expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
            },
          },
        },
  );
});
afterEach(async () => {
  account.stop();
  vi.unstubAllGlobals();
  await server.close();
  await service.close();
});

test('a sign-in first signs out the current user, then hands the refresh token to the server', async () => {
  expect(await signIn(account, load, (identity) => identity.signIn('ada', 'Long-Enough-1'))).toEqual({
    kind: 'signed-in',
  });
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/session',
    'POST /api/session',
  ]);
  expect(server.requests[1]?.body).toEqual({ refreshToken: expect.any(String) });
  expect(account.getState()).toMatchObject({ status: 'signed-in', user: { username: 'ada' } });
});

test('a refused sign-in leaves nobody signed in', async () => {
  await expect(
    signIn(account, load, (identity) => identity.signIn('ada', 'Something-Else-1')),
  ).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  expect(account.getState()).toEqual({ status: 'nobody' });
});

test('someone who is known to be signed out is not signed out again', async () => {
  await account.signOut();
  await signIn(account, load, (identity) => identity.signIn('ada', 'Long-Enough-1'));
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a session the server does not begin is a failure, and nobody is signed in', async () => {
  await account.signOut();
  server.answer(() => ({ status: problemTypes.session_rejected[0], json: { code: 'session_rejected' } }));
  await expect(
    signIn(account, load, (identity) => identity.signIn('ada', 'Long-Enough-1')),
  ).rejects.toMatchObject({
    code: 'session_rejected',
  });
  expect(account.getState()).toEqual({ status: 'nobody' });
});
