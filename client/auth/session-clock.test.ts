import { expect, test } from 'vitest';
import { damagedStorage, storageOf } from '#tests/support/browser-storage.ts';
import { beforeAll, createSessionClock, isLater } from './session-clock.ts';

test('each stamp is later than all that its tab has given or heard', () => {
  const clock = createSessionClock(null, 0.5);
  const first = clock.next();
  expect(isLater(first, beforeAll)).toBe(true);
  const heard = { count: 40, tab: 0.9 };
  clock.hear(heard);
  clock.hear({ count: 3, tab: 0.9 });
  const second = clock.next();
  expect(isLater(second, heard)).toBe(true);
  expect(isLater(clock.next(), second)).toBe(true);
});

test('equal counts are decided by the tab, the same way from both sides', () => {
  const [a, b] = [createSessionClock(null, 0.1).next(), createSessionClock(null, 0.2).next()];
  expect([isLater(b, a), isLater(a, b), isLater(a, a)]).toEqual([true, false, false]);
});

test('a tab that has heard nothing goes on from what the others wrote down', () => {
  const storage = storageOf();
  const old = createSessionClock(storage);
  old.next();
  const latest = old.next();
  expect(isLater(createSessionClock(storage).next(), latest)).toBe(true);
});

test.each(['nonsense', '1e400', '', '0.5'])('storage that holds "%s" counts as empty', (text) => {
  expect(createSessionClock(storageOf(new Map([['session-count', text]]))).next().count).toBe(1);
});

test('where the browser refuses storage, a tab counts from what it hears', () => {
  const clock = createSessionClock(damagedStorage);
  clock.hear({ count: 7, tab: 0.5 });
  expect(clock.next().count).toBe(8);
});
