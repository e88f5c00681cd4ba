import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTab, storageOf } from '#tests/support/browser-storage.ts';
import { forgetMailSignIn, keepMailSignIn, readMailSignIn } from './begun-mail-sign-in.ts';

const minutes = (count: number) => count * 60_000;

beforeEach(() => {
  openTab({ sessionStorage: storageOf() });
});
afterEach(() => vi.unstubAllGlobals());

it('Who was mailed a code is known for a quarter of an hour, also by a clock that was set back', () => {
  keepMailSignIn('ada', minutes(100));
  expect(readMailSignIn(minutes(114))).toBe('ada');
  expect(readMailSignIn(minutes(115))).toBeNull();
  expect(readMailSignIn(minutes(85))).toBeNull();
});

it('It is forgotten once somebody is signed in, and what is not ours is not read', () => {
  keepMailSignIn('ada', 0);
  forgetMailSignIn();
  expect(readMailSignIn(0)).toBeNull();
  for (const other of ['null', 'x', '{}', '{"username":"ada"}', '{"username":1,"mailedAt":0}']) {
    window.sessionStorage.setItem('begun-mail-sign-in', other);
    expect(readMailSignIn(0)).toBeNull();
  }
});
