import { expect, it } from 'vitest';
import { damagedStorage, fullStorage, storageOf } from '#tests/support/browser-storage.ts';
import { keepPreferences, readPreferences } from './preferences.ts';

const usual = { volume: 0.9, muted: false, head: 'middle', music: true } as const;

it('volume, head and music are kept', () => {
  const keeper = storageOf();
  const liked = { volume: 0.35, muted: false, head: 'large', music: false } as const;
  expect(keepPreferences(liked, keeper)).toBe(true);
  expect(readPreferences(keeper)).toEqual(liked);
});

it('what was kept before there were heads and music is kept still', () => {
  const keeper = storageOf();
  keeper.setItem('sound', '35 muted');
  expect(readPreferences(keeper)).toEqual({ ...usual, volume: 0.35 });
});

it.each(['', '999 on', '{"volume":1}', '50 loud', '50 on small'])(
  'what was stored as %j gives the usual',
  (text) => {
    const keeper = storageOf();
    keeper.setItem('sound', text);
    expect(readPreferences(keeper)).toEqual(usual);
  },
);

it('silence is not kept: the next press on Play is heard', () => {
  const keeper = storageOf();
  keepPreferences({ ...usual, volume: 0, muted: true, music: false }, keeper);
  expect(readPreferences(keeper)).toEqual({ ...usual, music: false });
});

it('a head that there is not is the middle one', () => {
  const keeper = storageOf();
  keeper.setItem('sound', '90 on toString music');
  expect(readPreferences(keeper)).toEqual(usual);
});

it('a browser that keeps nothing changes nothing else', () => {
  for (const refuses of [null, fullStorage, damagedStorage]) {
    expect(keepPreferences({ ...usual, volume: 1 }, refuses)).toBe(false);
    expect(readPreferences(refuses)).toEqual(usual);
  }
});
