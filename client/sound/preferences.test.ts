import { expect, it } from 'vitest';
import { keepPreferences, readPreferences } from './preferences.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const usual = { volume: 0.9, muted: false, head: 'middle', music: true } as const;

it('volume, mute, head and music are kept', () => {
  const keeper = memory();
  const liked = { volume: 0.35, muted: true, head: 'large', music: false } as const;
  expect(keepPreferences(liked, keeper)).toBe(true);
  expect(readPreferences(keeper)).toEqual(liked);
});

it('what was kept before there were heads and music is kept still', () => {
  const keeper = memory();
  keeper.setItem('sound', '35 muted');
  expect(readPreferences(keeper)).toEqual({ ...usual, volume: 0.35, muted: true });
});

it.each(['', '999 on', '{"volume":1}', '50 loud', '50 on small'])(
  'what was stored as %j gives the usual',
  (text) => {
    const keeper = memory();
    keeper.setItem('sound', text);
    expect(readPreferences(keeper)).toEqual(usual);
  },
);

it('a head that there is not is the middle one', () => {
  const keeper = memory();
  keeper.setItem('sound', '90 on toString music');
  expect(readPreferences(keeper)).toEqual(usual);
});

it('a browser that keeps nothing changes nothing else', () => {
  const refuses = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(keepPreferences({ ...usual, volume: 1 }, refuses)).toBe(false);
  expect(readPreferences(null)).toEqual(usual);
});
