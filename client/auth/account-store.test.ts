import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#client/api/http.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { readUnlockedContent } from '#shared/endpoints.ts';
import {
  type AnsweringServer,
  startAnsweringServer,
  type TestAnswer,
  type TestRequest,
} from '#tests/support/answering-server.ts';
import { type AccountState, type AccountStore, createAccountStore } from './account-store.ts';
import { openSessionChannel } from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';

const username = 'ada';
let server: AnsweringServer;
let tabs: AccountStore[];
/** What the server holds: who is signed in, and how many tokens it has made. */
let signedIn: boolean;
let made: number;
let lifeMs: number;
/** The browser's local storage, which all tabs share. */
let stored: Map<string, string>;

beforeEach(async () => {
  server = await startAnsweringServer();
  vi.stubGlobal('fetch', server.fetch);
  tabs = [];
  stored = new Map();
  signedIn = false;
  made = 0;
  lifeMs = 3_600_000;
  server.answer(answerSession);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const tab of tabs) tab.stop();
  vi.unstubAllGlobals();
  await server.close();
});

/** `/api/session` as its contract says, the cookie left out: there is one browser here. */
function answerSession({ method, path }: TestRequest): TestAnswer {
  if (path === '/api/account') {
    signedIn = false;
    return { status: 204 };
  }
  if (method === 'DELETE') {
    signedIn = false;
    return { status: 204 };
  }
  if (method === 'POST') signedIn = true;
  return { json: { session: signedIn ? newSession() : null } };
}

function newSession() {
  made += 1;
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  const email = 'ada@example.com';
  return {
    username,
    email,
    emailVerified: true,
    idToken: `id-${made}`,
    accessToken: `access-${made}`,
    expiresAt,
  };
}

function openTab(): AccountStore {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const tab = createAccountStore(openSessionChannel(createSessionClock(storage)));
  tabs.push(tab);
  return tab;
}

function until(tab: AccountStore, holds: (state: AccountState) => boolean): Promise<AccountState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(tab.getState())) return;
      stop();
      resolve(tab.getState());
    };
    const stop = tab.subscribe(look);
    look();
  });
}

const isIn = (state: AccountState) => state.status === 'signed-in';
const isOut = (state: AccountState) => state.status === 'nobody';
const hasToken = (idToken: string) => (state: AccountState) =>
  state.status === 'signed-in' && state.user.idToken === idToken;
const lookUps = () => server.requests.filter(({ method }) => method === 'GET').length;

async function signedInTab(): Promise<AccountStore> {
  signedIn = true;
  const tab = openTab();
  tab.start();
  await until(tab, isIn);
  return tab;
}

test('the state is unknown until the server has said who is there', async () => {
  const tab = openTab();
  expect(tab.getState()).toEqual({ status: 'unknown', failure: null });
  tab.start();
  tab.start();
  await until(tab, isOut);
  expect(lookUps()).toBe(1);
});

test('a reload keeps the person signed in: the session is restored from the server', async () => {
  const tab = await signedInTab();
  expect(tab.getState()).toEqual({
    status: 'signed-in',
    user: { username, email: 'ada@example.com', emailVerified: true, idToken: 'id-1' },
  });
});

test('a failed current-user lookup signs out and treats the user as null', async () => {
  server.answer(() => ({ status: 401, json: { code: 'unauthorized' } }));
  const tab = openTab();
  tab.start();
  await until(tab, isOut);
});

test.each<[string, TestAnswer | null]>([
  ['no connection', null],
  ['identity_provider_unavailable', { status: 503, json: { code: 'identity_provider_unavailable' } }],
  ['a captive portal', { text: '<html>Welcome</html>' }],
  ['a limit', { status: 429, json: { code: 'too_many_requests' } }],
])('a network failure or an outage does not sign anyone out: %s', async (_title, answer) => {
  const tab = await signedInTab();
  server.answer(() => answer);
  const attempt = tab.withFreshToken(() =>
    Promise.reject(new ApiProblem({ code: 'unauthorized', status: 401 })),
  );
  await expect(attempt).rejects.toBeInstanceOf(ApiProblem);
  expect(tab.getState()).toMatchObject({ status: 'signed-in', user: { idToken: 'id-1' } });

  const other = openTab();
  other.start();
  const unknown = await until(other, (state) => state.status === 'unknown' && state.failure !== null);
  expect(unknown).toMatchObject({ status: 'unknown' });
  server.answer(answerSession);
  await other.retry();
  expect(other.getState().status).toBe('signed-in');
});

test('a look-up that failed is tried again without anyone asking', async () => {
  signedIn = true;
  server.answer(() => null);
  const tab = openTab();
  tab.start();
  await until(tab, (state) => state.status === 'unknown' && state.failure !== null);
  server.answer(answerSession);
  await until(tab, isIn);
});

test('whoever presses Try Again does not make the page ask less often by itself', async () => {
  signedIn = true;
  server.answer(() => null);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const tab = openTab();
  tab.start();
  await until(tab, (state) => state.status === 'unknown' && state.failure !== null);
  for (const _press of [1, 2, 3]) await tab.retry();
  const waits = timers.mock.calls.map(([, milliseconds]) => milliseconds);
  expect(waits.filter((milliseconds) => milliseconds === 2_000)).toHaveLength(4);
  expect(waits).not.toContain(4_000);
});

test('tokens are renewed silently before they expire', async () => {
  lifeMs = 1_500;
  const tab = await signedInTab();
  lifeMs = 3_600_000;
  await until(tab, hasToken('id-2'));
});

test('many tabs at once: one renewal, and every tab has the new tokens', async () => {
  lifeMs = 1_500;
  const first = await signedInTab();
  const others = [openTab(), openTab(), openTab(), openTab()];
  // The tabs hold the very same tokens, as after a sign-in that one of them told the others of.
  const before = first.getState();
  lifeMs = 60_000;
  const askedBefore = lookUps();
  const told = others.map((tab) => until(tab, isIn));
  await first.begin({ idToken: 'id', refreshToken: 'refresh' });
  await Promise.all(told);
  expect(first.getState()).not.toEqual(before);

  const stale = first.getState();
  const attempts = tabs.map((tab) =>
    tab.withFreshToken(async ({ idToken }) => {
      if (stale.status === 'signed-in' && idToken === stale.user.idToken) {
        throw new ApiProblem({ code: 'unauthorized', status: 401 });
      }
      return idToken;
    }),
  );
  const tokens = new Set(await Promise.all(attempts));
  expect([...tokens]).toEqual([`id-${made}`]);
  expect(lookUps() - askedBefore).toBe(1);
});

test('a 401 renews and retries once', async () => {
  const tab = await signedInTab();
  const seen: string[] = [];
  const answer = await tab.withFreshToken(async ({ idToken }) => {
    seen.push(idToken);
    if (seen.length === 1) throw new ApiProblem({ code: 'unauthorized', status: 401 });
    return 'done';
  });
  expect(answer).toBe('done');
  expect(seen).toEqual(['id-1', 'id-2']);

  let calls = 0;
  const refused = tab.withFreshToken(async () => {
    calls += 1;
    throw new ApiProblem({ code: 'unauthorized', status: 401 });
  });
  await expect(refused).rejects.toMatchObject({ code: 'unauthorized' });
  expect(calls).toBe(2);
});

test('expired tokens are renewed before they are used', async () => {
  lifeMs = -1_000;
  const tab = await signedInTab();
  lifeMs = 3_600_000;
  expect(await tab.withFreshToken(async ({ idToken }) => idToken)).toBe('id-2');
});

test('a call by nobody is refused without asking the server', async () => {
  const tab = openTab();
  tab.start();
  await until(tab, isOut);
  await expect(tab.withFreshToken(() => call(readUnlockedContent, {}))).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(server.requests).toHaveLength(1);
});

test('signed out everywhere else is noticed: the next call ends in nobody', async () => {
  const tab = await signedInTab();
  signedIn = false;
  const work = tab.withFreshToken(() =>
    Promise.reject(new ApiProblem({ code: 'unauthorized', status: 401 })),
  );
  await expect(work).rejects.toMatchObject({ code: 'unauthorized' });
  expect(tab.getState()).toEqual({ status: 'nobody' });
});

test('a page that is looked at again after a while asks whether the person was signed out', async () => {
  const tab = await signedInTab();
  signedIn = false;
  tab.pageReturned();
  expect(lookUps()).toBe(1);
  const later = Date.now() + 6 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  tab.pageReturned();
  await until(tab, isOut);
});

test('a clock that was set back does not keep a page that is looked at again from asking', async () => {
  const tab = await signedInTab();
  signedIn = false;
  const [wall, elapsed] = [Date.now() - 3_600_000, performance.now() + 6 * 60_000];
  vi.spyOn(Date, 'now').mockReturnValue(wall);
  vi.spyOn(performance, 'now').mockReturnValue(elapsed);
  tab.pageReturned();
  await until(tab, isOut);
});

test('a tab that was told lately by another one does not ask when it is looked at again', async () => {
  const tab = await signedInTab();
  const other = openTab();
  other.start();
  await until(other, isIn);
  const told = until(tab, hasToken(`id-${made + 1}`));
  await other.begin({ idToken: 'id', refreshToken: 'refresh' });
  await told;
  const asked = lookUps();
  tab.pageReturned();
  expect(lookUps()).toBe(asked);
});

test('the same state in all tabs: signing in and out in one is seen in the others', async () => {
  const [one, two] = [openTab(), openTab()];
  one.start();
  two.start();
  await Promise.all([until(one, isOut), until(two, isOut)]);
  await one.begin({ idToken: 'id', refreshToken: 'refresh' });
  expect(await until(two, isIn)).toEqual(one.getState());
  await two.signOut();
  await until(one, isOut);
  expect(signedIn).toBe(false);
});

test.each([
  ['stands still', 0],
  ['is set back an hour each time somebody looks', -3_600_000],
])('every sign-in and sign-out reaches the other tabs while the clock %s', async (_title, stepMs) => {
  let time = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => {
    time += stepMs;
    return time;
  });
  const [one, two] = [openTab(), openTab()];
  one.start();
  two.start();
  await Promise.all([until(one, isOut), until(two, isOut)]);
  for (const [acting, other] of [
    [one, two],
    [two, one],
  ] as const) {
    await acting.begin({ idToken: 'id', refreshToken: 'refresh' });
    expect(await until(other, isIn)).toEqual(acting.getState());
    await acting.signOut();
    await until(other, isOut);
  }
});

test('a tab that was opened last, and has heard nothing, is believed', async () => {
  const first = await signedInTab();
  await first.begin({ idToken: 'id', refreshToken: 'refresh' });
  const late = openTab();
  await late.signOut();
  await until(first, isOut);
});

test('a renewal that crosses a sign-out does not bring the person back', async () => {
  const tab = await signedInTab();
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    server.answer(async (request) => {
      if (request.method !== 'GET') return answerSession(request);
      const answer = answerSession(request);
      await new Promise<void>((go) => {
        release = go;
        resolve();
      });
      return answer;
    });
  });
  let calls = 0;
  const renewal = tab.withFreshToken(async () => {
    calls += 1;
    if (calls === 1) throw new ApiProblem({ code: 'unauthorized', status: 401 });
  });
  await asked;
  const out = tab.signOut();
  release();
  await Promise.all([renewal, out]);
  expect(tab.getState()).toEqual({ status: 'nobody' });
});

test('a sign-out the server did not hear of is a failure, and nobody is told otherwise', async () => {
  const tab = await signedInTab();
  server.answer(() => null);
  await expect(tab.signOut()).rejects.toMatchObject({ code: 'network' });
  expect(tab.getState().status).toBe('signed-in');
});

test('a sign-out whose token could not be revoked yet is one: the session itself is over', async () => {
  const tab = await signedInTab();
  server.answer(() => ({ status: 503, json: { code: 'identity_provider_unavailable' } }));
  await tab.signOut();
  expect(tab.getState()).toEqual({ status: 'nobody' });
});

test('account deletion calls the service with both tokens, then signs out in every tab', async () => {
  const tab = await signedInTab();
  const other = openTab();
  other.start();
  await until(other, isIn);
  await tab.deleteAccount();
  expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/account' });
  expect(tab.getState()).toEqual({ status: 'nobody' });
  await until(other, isOut);
});
