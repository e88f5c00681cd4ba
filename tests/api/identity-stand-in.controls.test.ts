import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDocuments } from '#sandbox/documents.ts';
import { createIdentityStandIn } from '#sandbox/identity/identity-stand-in.ts';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import { createInbox } from '#sandbox/inbox.ts';
import { callsTo, eva } from '#tests/support/stand-in-calls.ts';

let identity: StartedIdentity;
beforeEach(async () => {
  identity = await startIdentityForTests();
});
afterEach(() => identity.close());

const { call, seedEva } = callsTo(() => identity);

describe('the controls', () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${identity.url}/sandbox/identity${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });

  it('throw a named exception on the next N calls of an operation, and on no call after', async () => {
    const fault = { operation: 'ForgotPassword', exception: 'LimitExceededException', times: 2 };
    expect((await control('POST', '/faults', fault)).status).toBe(201);
    seedEva();
    const forgot = async () => {
      const response = await call('ForgotPassword', { ClientId: identity.clientId, Username: 'eva' });
      return (await response.json()) as object;
    };
    const limit = {
      __type: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    };
    expect([await forgot(), await forgot()]).toEqual([limit, limit]);
    expect(await forgot()).toHaveProperty('CodeDeliveryDetails');
  });

  it('drop the connection, switch mails off, invite, force a reset, unverify and expire over HTTP', async () => {
    seedEva();
    await control('POST', '/faults', { operation: 'GetUser', drop: true });
    await expect(call('GetUser', {})).rejects.toThrow('fetch failed');
    await control('POST', '/faults', { operation: 'GetUser', drop: true });
    expect((await control('DELETE', '/faults')).status).toBe(204);
    expect((await call('GetUser', {})).status).toBe(400);

    await control('POST', '/mail-delivery', { working: false });
    const forgot = () => call('ForgotPassword', { ClientId: identity.clientId, Username: 'eva' });
    expect(await (await forgot()).json()).toMatchObject({ __type: 'CodeDeliveryFailureException' });
    await control('POST', '/mail-delivery', { working: true });
    expect((await forgot()).status).toBe(200);
    expect(await (await control('POST', '/codes/expire', { username: 'EVA' })).json()).toEqual({
      expired: 1,
    });

    const invited = { username: 'fay', email: 'fay@example.com', temporaryPassword: 'Temporary-1' };
    expect((await control('POST', '/users', invited)).status).toBe(201);
    expect((await control('POST', '/users', invited)).status).toBe(409);
    await control('POST', '/users/eva/password-reset-required');
    await control('POST', '/users/eva/unverify-email');
    const { users } = (await (await control('GET', '/users')).json()) as { users: object[] };
    expect(users).toMatchObject([
      { username: 'eva', status: 'RESET_REQUIRED', emailVerified: false },
      { username: 'fay', status: 'FORCE_CHANGE_PASSWORD', emailVerified: true },
    ]);
    expect(JSON.stringify(users)).not.toContain('verifier');
    expect((await control('POST', '/keys/rotate', { keepOld: true })).status).toBe(204);
    expect((await control('POST', '/users/nobody/unverify-email')).status).toBe(409);
  });

  it('refuse a fault that is none', async () => {
    const refused = await control('POST', '/faults', { operation: 'SignUp', exception: 'SurpriseException' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('not an exception') });
  });
});

describe('what is kept', () => {
  it('survives a restart: accounts, keys and sign-ins; never a password or a refresh token in clear', async () => {
    const documents = openDocuments(':memory:');
    const now = () => new Date();
    const options = {
      userPoolId: identity.userPoolId,
      clientIds: [identity.clientId],
      documents,
      inbox: createInbox(documents, now),
      now,
    };
    const before = createIdentityStandIn(options);
    before.seedUser({ ...eva, emailVerified: true, confirmed: true });
    const sub = before.listUsers()[0]?.sub;
    const kid = (token: string) => Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    const token = before.mintToken({ use: 'id' });

    const after = createIdentityStandIn(options);
    after.seedUser({ ...eva, password: 'Overwritten-1', emailVerified: true, confirmed: true });
    expect(after.listUsers()).toMatchObject([{ username: 'eva', sub }]);
    expect(kid(after.mintToken({ use: 'id' }))).toBe(kid(token));
    expect(JSON.stringify(documents.collection('identity-users').values())).not.toContain(eva.password);
    documents.close();
  });

  it('refuses a user pool id that names no region', () => {
    const documents = openDocuments(':memory:');
    const now = () => new Date();
    const options = { clientIds: ['a'], documents, inbox: createInbox(documents, now), now };
    expect(() => createIdentityStandIn({ ...options, userPoolId: 'poolwithoutregion' })).toThrow(TypeError);
    documents.close();
  });
});
