import { expect, test, vi } from 'vitest';
import { call } from '#client/api/http.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { readUnlockedContent } from '#shared/endpoints.ts';
import type { TestAnswer } from '#tests/support/answering-server.ts';
import { hasToken, isIn, isOut, sessionBrowser, until } from '#tests/support/session-browser.ts';
import { createAccountStore } from './account-store.ts';
import { openSessionChannel } from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';

const browser = sessionBrowser((storage) =>
  createAccountStore(openSessionChannel(createSessionClock(storage))),
);
const { openTab, signedInTab, lookUps, answerSession } = browser;

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
    user: { username: 'ada', email: 'ada@example.com', emailVerified: true, idToken: 'id-1' },
  });
});

test('a failed current-user lookup signs out and treats the user as null', async () => {
  browser.answer(() => ({ status: 401, json: { code: 'unauthorized' } }));
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
  browser.answer(() => answer);
  const attempt = tab.withFreshToken(() =>
    Promise.reject(new ApiProblem({ code: 'unauthorized', status: 401 })),
  );
  await expect(attempt).rejects.toBeInstanceOf(ApiProblem);
  expect(tab.getState()).toMatchObject({ status: 'signed-in', user: { idToken: 'id-1' } });

  const other = openTab();
  other.start();
  const unknown = await until(other, (state) => state.status === 'unknown' && state.failure !== null);
  expect(unknown).toMatchObject({ status: 'unknown' });
  browser.answer(answerSession);
  await other.retry();
  expect(other.getState().status).toBe('signed-in');
});

test('a look-up that failed is tried again without anyone asking', async () => {
  browser.signedIn = true;
  browser.answer(() => null);
  const tab = openTab();
  tab.start();
  await until(tab, (state) => state.status === 'unknown' && state.failure !== null);
  browser.answer(answerSession);
  await until(tab, isIn);
});

test('whoever presses Try Again does not make the page ask less often by itself', async () => {
  browser.signedIn = true;
  browser.answer(() => null);
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
  browser.lifeMs = 1_500;
  const tab = await signedInTab();
  browser.lifeMs = 3_600_000;
  await until(tab, hasToken('id-2'));
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
  browser.lifeMs = -1_000;
  const tab = await signedInTab();
  browser.lifeMs = 3_600_000;
  expect(await tab.withFreshToken(async ({ idToken }) => idToken)).toBe('id-2');
});

test('what one person asked for is not done for another who has signed in meanwhile', async () => {
  browser.lifeMs = -1_000;
  const tab = await signedInTab();
  browser.lifeMs = 3_600_000;
  const session = {
    ...{ username: 'bob', email: 'bob@example.com', emailVerified: true },
    ...{ idToken: 'of-bob', accessToken: 'of-bob', expiresAt: new Date(Date.now() + 3_600_000) },
  };
  const bySomebodyElse = () => browser.answer(() => ({ json: { session } }));
  bySomebodyElse();
  const seen: string[] = [];
  const work = async ({ idToken }: { idToken: string }) => {
    seen.push(idToken);
    throw new ApiProblem({ code: 'unauthorized', status: 401 });
  };
  await expect(tab.withFreshToken(work)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(seen).toEqual([]);
  expect(await tab.withFreshToken(async ({ idToken }) => idToken)).toBe('of-bob');

  browser.answer(answerSession);
  const other = await signedInTab();
  bySomebodyElse();
  await expect(other.withFreshToken(work)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(seen).toEqual(['id-2']);
});

test('a call by nobody is refused without asking the server', async () => {
  const tab = openTab();
  tab.start();
  await until(tab, isOut);
  await expect(tab.withFreshToken(() => call(readUnlockedContent, {}))).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(browser.requests).toHaveLength(1);
});

test('signed out everywhere else is noticed: the next call ends in nobody', async () => {
  const tab = await signedInTab();
  browser.signedIn = false;
  const work = tab.withFreshToken(() =>
    Promise.reject(new ApiProblem({ code: 'unauthorized', status: 401 })),
  );
  await expect(work).rejects.toMatchObject({ code: 'unauthorized' });
  expect(tab.getState()).toEqual({ status: 'nobody' });
});

test('a page that is looked at again after a while asks whether the person was signed out', async () => {
  const tab = await signedInTab();
  browser.signedIn = false;
  tab.pageReturned();
  expect(lookUps()).toBe(1);
  const later = Date.now() + 6 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  tab.pageReturned();
  await until(tab, isOut);
});

test('a page out of the back/forward cache asks at once: it has heard of no sign-out and of nobody else', async () => {
  const tab = await signedInTab();
  browser.signedIn = false;
  tab.pageRestored();
  await until(tab, isOut);
  browser.signedIn = true;
  tab.pageRestored();
  await until(tab, isIn);
});

test('a clock that was set back does not keep a page that is looked at again from asking', async () => {
  const tab = await signedInTab();
  browser.signedIn = false;
  const [wall, elapsed] = [Date.now() - 3_600_000, performance.now() + 6 * 60_000];
  vi.spyOn(Date, 'now').mockReturnValue(wall);
  vi.spyOn(performance, 'now').mockReturnValue(elapsed);
  tab.pageReturned();
  await until(tab, isOut);
});

test('a sign-out is sent while a renewal is under way, which does not bring the person back', async () => {
  const tab = await signedInTab();
  let release = () => {};
  const sent = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    browser.answer(async (request) => {
      const answer = answerSession(request);
      if (request.method === 'DELETE') sent.resolve();
      if (request.method !== 'GET') return answer;
      await new Promise<void>((go) => {
        release = go;
        resolve();
      });
      return answer;
    });
  });
  const refused = new ApiProblem({ code: 'unauthorized', status: 401 });
  const renewal = tab.withFreshToken(() => Promise.reject(refused));
  await asked;
  const out = tab.signOut();
  // Its page may be closed right after the press.
  await sent.promise;
  release();
  await expect(renewal).rejects.toBe(refused);
  await out;
  expect(tab.getState()).toEqual({ status: 'nobody' });
});

test('a sign-out the server did not hear of is a failure, and nobody is told otherwise', async () => {
  const tab = await signedInTab();
  browser.answer(() => null);
  await expect(tab.signOut()).rejects.toMatchObject({ code: 'network' });
  expect(tab.getState().status).toBe('signed-in');
});

test('a sign-out whose token could not be revoked yet is one: the session itself is over', async () => {
  const tab = await signedInTab();
  browser.answer(() => ({ status: 503, json: { code: 'identity_provider_unavailable' } }));
  await tab.signOut();
  expect(tab.getState()).toEqual({ status: 'nobody' });
});
