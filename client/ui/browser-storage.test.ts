import { afterEach, expect, it, vi } from 'vitest';
import { damagedStorage, fullStorage, openTab, storageOf } from '#tests/support/browser-storage.ts';
import { browserStorage, storedText, storeText } from './browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('A text is stored until it is deleted', () => {
  const storage = storageOf();
  expect(storedText(storage, 'word')).toBeNull();
  expect(storeText(storage, 'word', 'ember')).toBe(true);
  expect(storedText(storage, 'word')).toBe('ember');
  expect(storeText(storage, 'word', null)).toBe(true);
  expect(storedText(storage, 'word')).toBeNull();
});

it('Whatever goes wrong with a storage, nobody who uses it fails', () => {
  expect(storedText(fullStorage, 'word')).toBeNull();
  for (const storage of [null, damagedStorage]) expect(storedText(storage, 'word')).toBeUndefined();
  for (const storage of [null, fullStorage, damagedStorage]) {
    expect(storeText(storage, 'word', 'ember')).toBe(false);
    expect(storeText(storage, 'word', null)).toBe(false);
  }
});

it('A tab has a storage of its own and one that it shares', () => {
  const [localStorage, sessionStorage] = [storageOf(), storageOf()];
  openTab({ localStorage, sessionStorage });
  expect(browserStorage()).toBe(localStorage);
  expect(browserStorage('sessionStorage')).toBe(sessionStorage);
});

it('There is none outside a browser, and where the browser forbids even to name it', () => {
  expect(browserStorage()).toBeNull();
  openTab({
    get localStorage(): never {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  expect(browserStorage()).toBeNull();
});
