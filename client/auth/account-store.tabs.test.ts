import { expect, test, vi } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { hasToken, isIn, isOut, sessionBrowser, until } from '#tests/support/session-browser.ts';
import { createAccountStore } from './account-store.ts';
import { openSessionChannel } from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';

const browser = sessionBrowser((storage) =>
  createAccountStore(openSessionChannel(createSessionClock(storage))),
);
const { openTab, signedInTab, lookUps } = browser;

test('many tabs at once: one renewal, and every tab has the new tokens', async () => {
  browser.lifeMs = 1_500;
  const first = await signedInTab();
  const others = [openTab(), openTab(), openTab(), openTab()];
  // The tabs hold the very same tokens, as after a sign-in that one of them told the others of.
  const before = first.getState();
  browser.lifeMs = 60_000;
  const askedBefore = lookUps();
  const told = others.map((tab) => until(tab, isIn));
  await first.begin({ idToken: 'id', refreshToken: 'refresh' });
  await Promise.all(told);
  expect(first.getState()).not.toEqual(before);

  const stale = first.getState();
  const attempts = browser.tabs.map((tab) =>
    tab.withFreshToken(async ({ idToken }) => {
      if (stale.status === 'signed-in' && idToken === stale.user.idToken) {
        throw new ApiProblem({ code: 'unauthorized', status: 401 });
      }
      return idToken;
    }),
  );
  const tokens = new Set(await Promise.all(attempts));
  expect([...tokens]).toEqual([`id-${browser.made}`]);
  expect(lookUps() - askedBefore).toBe(1);
});

test('a tab that was told lately by another one does not ask when it is looked at again', async () => {
  const tab = await signedInTab();
  const other = openTab();
  other.start();
  await until(other, isIn);
  const told = until(tab, hasToken(`id-${browser.made + 1}`));
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
  expect(browser.signedIn).toBe(false);
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

test('account deletion calls the service with both tokens, then signs out in every tab', async () => {
  const tab = await signedInTab();
  const other = openTab();
  other.start();
  await until(other, isIn);
  expect(await tab.deleteAccount()).toBe('deleted');
  expect(browser.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/account' });
  expect(tab.getState()).toEqual({ status: 'nobody' });
  await until(other, isOut);
});

test('an account deletion that is only noted signs out in every tab all the same', async () => {
  const tab = await signedInTab();
  const other = openTab();
  other.start();
  await until(other, isIn);
  browser.answer(() => ({ status: 503, json: { code: 'deletion_noted' } }));
  expect(await tab.deleteAccount()).toBe('noted');
  expect(tab.getState()).toEqual({ status: 'nobody' });
  await until(other, isOut);
});
