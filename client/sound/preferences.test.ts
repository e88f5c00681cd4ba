import { expect, it } from 'vitest';
import { keepPreferences, readPreferences } from './preferences.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

it('volume and mute are kept', () => {
  const keeper = memory();
  expect(keepPreferences({ volume: 0.35, muted: true }, keeper)).toBe(true);
  expect(readPreferences(keeper)).toEqual({ volume: 0.35, muted: true });
});

it.each(['', '999 on', '{"volume":1}', '50 loud'])('what was stored as %j gives the usual volume', (text) => {
  const keeper = memory();
  keeper.setItem('sound', text);
  expect(readPreferences(keeper)).toEqual({ volume: 0.9, muted: false });
});

it('a browser that keeps nothing changes nothing else', () => {
  const refuses = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(keepPreferences({ volume: 1, muted: false }, refuses)).toBe(false);
  expect(readPreferences(null)).toEqual({ volume: 0.9, muted: false });
});
