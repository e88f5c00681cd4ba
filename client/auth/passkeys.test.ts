import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { ada, confirmAda } from '#tests/support/pool-person.ts';
import { createIdentity } from './cognito.ts';
import { passkeyCode } from './identity-problem.ts';
import { addPasskey, noPasskeyBesideApp, readPasskeys } from './passkeys.ts';

let service: StartedIdentity;
beforeEach(async () => {
  service = await startIdentityForTests();
});
afterEach(() => service.close());

test('With an authenticator app no passkey signs in, and none is made, also where one was offered before', async () => {
  const pool = { userPoolId: service.userPoolId, clientId: service.clientId, endpoint: service.url };
  const identity = createIdentity(pool);
  await confirmAda(service, identity);
  const result = await identity.signIn(ada.username, ada.password);
  if (result.kind !== 'tokens') throw new Error(`It was ${result.kind}`);
  const { accessToken } = result.tokens;
  expect(await readPasskeys(pool, accessToken)).toEqual({ passkeys: [], signIn: true });
  const secret = await identity.newAuthenticator(accessToken);
  await identity.confirmAuthenticator(accessToken, service.authenticatorCode(secret));
  expect(await readPasskeys(pool, accessToken)).toEqual({ passkeys: [], signIn: false });
  // The browser, which is not here, is not asked for one.
  await expect(addPasskey(pool, ada.username, accessToken)).rejects.toMatchObject({
    ...{ code: passkeyCode, message: noPasskeyBesideApp },
  });
});
