import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedPicture, removeOldPictures } from './picture-cache.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pictures-'));
  vi.stubEnv('XDG_CACHE_HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const folder = () => join(home, 'audio-adventure-shop/pictures');
const pictureOf = (ingredient: string, make = vi.fn(async () => Buffer.from(ingredient))) =>
  cachedPicture([ingredient], make);

it('A picture is made once, also when it is asked for twice at once, and another one of other ingredients', async () => {
  const make = vi.fn(async () => Buffer.from('a'));
  const both = await Promise.all([pictureOf('a', make), pictureOf('a', make)]);
  expect([...both, await pictureOf('a', make)].map(String)).toEqual(['a', 'a', 'a']);
  expect(make).toHaveBeenCalledTimes(1);
  expect(String(await pictureOf('b'))).toBe('b');
  expect(readdirSync(folder())).toHaveLength(2);
});

it('Nothing is kept of a picture that could not be made', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('no memory')));
  await expect(pictureOf('a', failing)).rejects.toThrow('no memory');
  expect(String(await pictureOf('a'))).toBe('a');
});

it('What no build has asked for in a month is deleted, and a file that has just gone is no fault', async () => {
  await pictureOf('old');
  const [old = ''] = readdirSync(folder());
  await pictureOf('asked for');
  const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  for (const name of readdirSync(folder())) utimesSync(join(folder(), name), monthAgo, monthAgo);
  await pictureOf('asked for');
  symlinkSync(join(home, 'gone'), join(folder(), 'gone'));
  await removeOldPictures();
  const left = readdirSync(folder());
  expect(left).toContain('gone');
  expect(left).toHaveLength(2);
  expect(left).not.toContain(old);
});
