import { afterEach, expect, it, vi } from 'vitest';
import { damagedStorage, openTab, storageOf } from '#tests/support/browser-storage.ts';
import { tabMemory } from './tab-memory.ts';

afterEach(() => vi.unstubAllGlobals());
const memory = tabMemory('word', (value): value is string => typeof value === 'string');

it('A value is kept for the tab, until it is forgotten; what is not such a value is not read', () => {
  const items = new Map<string, string>();
  openTab({ sessionStorage: storageOf(items) });
  expect(memory.read()).toBeNull();
  memory.keep('ember');
  expect(memory.read()).toBe('ember');
  memory.forget();
  expect([memory.read(), items.size]).toEqual([null, 0]);
  for (const other of ['7', 'null', '{', '["ember"]']) {
    items.set('word', other);
    expect(memory.read()).toBeNull();
  }
});

it('A browser that stores nothing forgets it, and nothing fails', () => {
  openTab({ sessionStorage: damagedStorage });
  memory.keep('ember');
  expect(memory.read()).toBeNull();
  memory.forget();
});
