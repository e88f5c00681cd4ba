import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionLifetimeSeconds, sessionNameOf } from '#server/accounts/browser-session.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Who } from '#shared/api/contract.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { authenticator, bearerToken, operatorSignInMs, requireOwnSite } from './authenticate.ts';
import type { Services } from './services.ts';

const allowed = ['https://shop.example.com'];
const from = (headers: Record<string, string>) => () =>
  requireOwnSite({ get: (name: string) => headers[name] } as Request, allowed);

describe('a request that relies on the cookie (CSRF)', () => {
  it('comes from the site itself, as the browser says', () => {
    expect(from({ 'sec-fetch-site': 'same-origin', origin: 'https://shop.example.com' })).not.toThrow();
  });

  it.each(['cross-site', 'same-site', 'none'])(
    'is refused from %s, whatever origin it names besides',
    (site) => {
      const refused = from({ 'sec-fetch-site': site, origin: 'https://shop.example.com' });
      expect(refused).toThrow(expect.objectContaining({ code: 'cross_site_request' }));
    },
  );

  it('of an older browser is judged by its origin', () => {
    expect(from({ origin: 'https://shop.example.com' })).not.toThrow();
    for (const origin of ['https://evil.example', 'null', 'https://shop.example.com.evil.example'])
      expect(from({ origin })).toThrow(expect.objectContaining({ code: 'cross_site_request' }));
  });

  it('of a client that is no browser says neither, and is let in', () => {
    expect(from({})).not.toThrow();
  });
});

describe('the bearer token', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer  abc'])('is read from "%s"', (header) => {
    expect(bearerToken(header)).toBe('abc');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'abc'])(
    'is none in %j',
    (header) => {
      expect(bearerToken(header)).toBeNull();
    },
  );
});

const at = new Date('2025-06-01T12:00:00.000Z');
const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds);
const inAMonth = new Date(at.getTime() + sessionLifetimeSeconds * 1000);
const operator: Account = { ...anna, groups: ['buyers', 'operators'], signedInAt: at };

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

/** A site that knows the token `good` of an account. */
function site(account: Account = anna, over: { config?: object; ledger?: object } = {}) {
  const identity = identityPort(account, {
    verifyIdToken: async (token) => (token === 'good' ? account : null),
  });
  const authenticate = authenticator({
    ...{ identity, clock: memory.clock, ledger: { ...memory.ledger, ...over.ledger } },
    config: {
      ...{ allowedOrigins: allowed, operatorGroup: 'operators', operatorsNeedFactor: false },
      ...over.config,
    },
  } as unknown as Services);
  const warn = vi.fn();
  const locals = { log: { warn } } as unknown as Express.Locals;
  /** Who a request is found to be from. */
  const ask = (
    who: Who,
    {
      method = 'GET',
      session,
      ...headers
    }: { method?: string; session?: string } & Record<string, string> = {},
    takesErased?: boolean,
  ) =>
    authenticate(
      {
        ...{ method, headers, get: (name: string) => headers[name] },
        ...(session !== undefined && { session: { id: session } }),
      } as unknown as Request,
      { locals } as unknown as Response,
      who,
      takesErased,
    );
  return { ask, asked: identity.asked, locals, warn };
}

/** Keeps a session of which the browser's cookie holds the id. */
const signedIn = (account: Account, id: string, over: object = {}) =>
  memory.ledger.addSession(
    {
      ...{ idHash: sessionNameOf(id), account, refreshTokenEncrypted: Buffer.from('sealed') },
      ...{ expiresAt: inAMonth, ...over },
    },
    at,
  );

const token = { authorization: 'Bearer good' };
const refusedWith = (code: string) => expect.objectContaining({ name: 'Refusal', code });

describe('a call that anybody may make', () => {
  it('is nobody’s, whoever makes it, and asks the identity service nothing', async () => {
    const { ask, asked } = site();
    expect(await ask('anybody', token)).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('a call for tokens only', () => {
  it('is made by the account of the token', async () => {
    const { ask, locals } = site();
    expect(await ask('bearer', token)).toEqual(anna);
    expect(locals.account).toEqual(anna);
  });

  it('is refused without a token that checks out, and the session’s cookie does not count', async () => {
    const { ask, asked } = site();
    await signedIn(anna, 'hers');
    for (const headers of [
      { session: 'hers' },
      { authorization: 'Bearer bad' },
      { authorization: 'Basic good' },
    ])
      await expect(ask('bearer', headers)).rejects.toEqual(refusedWith('unauthorized'));
    expect(asked).toEqual([['verifyIdToken', 'bad']]);
  });

  it('is refused to an account that was erased, and the log can say whose it was', async () => {
    const { ask, locals } = site();
    await memory.ledger.completeErasure(anna.id, at);
    await expect(ask('bearer', token)).rejects.toThrow('This account has been deleted.');
    expect(locals.account).toEqual(anna);
    expect(await ask('bearer', token, true)).toEqual(anna);
  });
});

describe.each(['account', 'guest-or-account'] as const)('a call that is for %s', (who) => {
  it('is made by the account of the token, whoever the cookie belongs to and wherever the page is from', async () => {
    const { ask } = site();
    await signedIn(bo, 'his');
    const elsewhere = { method: 'POST', origin: 'https://evil.example' };
    expect(await ask(who, { ...token, ...elsewhere, session: 'his' })).toEqual(anna);
  });

  it('is refused with a token that is not good, even beside a good cookie', async () => {
    const { ask } = site();
    await signedIn(anna, 'hers');
    for (const authorization of ['Bearer bad', 'Basic good', ''])
      await expect(ask(who, { authorization, session: 'hers' })).rejects.toEqual(refusedWith('unauthorized'));
  });

  it('is made by the account of the session without a token', async () => {
    const { ask, asked, locals } = site();
    await signedIn(bo, 'his');
    expect(await ask(who, { session: 'his' })).toEqual(bo);
    expect(locals.account).toEqual(bo);
    expect(asked).toEqual([]);
  });

  it('that relies on the cookie and changes something is refused when it comes from another site', async () => {
    const { ask, locals } = site();
    await signedIn(anna, 'hers');
    const origin = 'https://evil.example';
    for (const method of ['POST', 'DELETE'])
      await expect(ask(who, { method, origin, session: 'hers' })).rejects.toEqual(
        refusedWith('cross_site_request'),
      );
    expect(locals.account).toEqual(anna);
    for (const method of ['GET', 'HEAD'])
      expect(await ask(who, { method, origin, session: 'hers' })).toEqual(anna);
    expect(await ask(who, { method: 'POST', origin: 'https://shop.example.com', session: 'hers' })).toEqual(
      anna,
    );
  });
});

it('Nobody is let in where guests may call, and refused where they may not', async () => {
  const { ask } = site();
  await signedIn(anna, 'over', { expiresAt: at });
  for (const headers of [{}, { session: 'unknown' }, { session: 'over' }]) {
    expect(await ask('guest-or-account', headers)).toBeNull();
    await expect(ask('account', headers)).rejects.toEqual(refusedWith('unauthorized'));
  }
});

describe('that a session is used', () => {
  const anHourAgo = { createdAt: ago(3_600_000), lastUsedAt: ago(3_600_000) };

  it('is written down, so that it goes on', async () => {
    const { ask, warn } = site();
    await signedIn(anna, 'hers', anHourAgo);
    await ask('account', { session: 'hers' });
    await expect
      .poll(async () => (await memory.ledger.findSession(sessionNameOf('hers'), at))?.lastUsedAt)
      .toEqual(at);
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps nobody out when it cannot be written down, and the log says so', async () => {
    const fault = new Error('The disk is full');
    const full = () => Promise.reject(fault);
    const { ask, warn } = site(anna, { ledger: { amend: full, write: full } });
    await signedIn(anna, 'hers', anHourAgo);
    expect(await ask('account', { session: 'hers' })).toEqual(anna);
    await expect.poll(() => warn.mock.calls).toContainEqual([{ err: fault }, expect.anything()]);
  });
});

describe('an operator', () => {
  it('is whose token names the group, with a sign-in of the last twelve hours', async () => {
    expect(operatorSignInMs).toBe(12 * 3_600_000);
    for (const signedInAt of [at, ago(operatorSignInMs)]) {
      const { ask, warn } = site({ ...operator, signedInAt });
      expect(await ask('operator', token)).toEqual({ ...operator, signedInAt });
      expect(warn).not.toHaveBeenCalled();
    }
  });

  it.each([ago(operatorSignInMs + 1), undefined])('who signed in at %s signs in anew', async (signedInAt) => {
    const { ask } = site({ ...anna, groups: ['operators'], ...(signedInAt && { signedInAt }) });
    await expect(ask('operator', token)).rejects.toEqual(refusedWith('sign_in_too_old'));
  });

  it.each([undefined, [], ['buyers']])(
    'is nobody whose token names the groups %j, which the log says',
    async (groups) => {
      const { ask, warn } = site({ ...anna, signedInAt: at, ...(groups && { groups }) });
      await expect(ask('operator', token)).rejects.toEqual(refusedWith('forbidden'));
      expect(warn).toHaveBeenCalledWith({ account: anna.id }, expect.anything());
    },
  );

  it('is nobody in a shop without such a group', async () => {
    const { ask } = site(operator, { config: { operatorGroup: null } });
    await expect(ask('operator', token)).rejects.toEqual(refusedWith('forbidden'));
  });

  it('is nobody by the cookie alone', async () => {
    const { ask } = site(operator);
    await signedIn(operator, 'hers', { hasSecondFactor: true });
    await expect(ask('operator', { session: 'hers' })).rejects.toEqual(refusedWith('unauthorized'));
  });

  it('has a session with a second factor besides, where one is asked for', async () => {
    const { ask } = site(operator, { config: { operatorsNeedFactor: true } });
    await signedIn(operator, 'with', { hasSecondFactor: true });
    await signedIn(operator, 'without');
    await signedIn(bo, 'of another', { hasSecondFactor: true });
    expect(await ask('operator', { ...token, session: 'with' })).toEqual(operator);
    for (const session of ['without', 'of another', 'ended'])
      await expect(ask('operator', { ...token, session })).rejects.toEqual(
        refusedWith('second_factor_needed'),
      );
    await expect(ask('operator', token)).rejects.toEqual(refusedWith('second_factor_needed'));
  });
});
