import { afterEach, expect, it, vi } from 'vitest';
import { tabMemory } from './tab-memory.ts';

afterEach(() => vi.unstubAllGlobals());
const memory = tabMemory('word', (value): value is string => typeof value === 'string');

it('A value is kept for the tab, until it is forgotten; what is not such a value is not read', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
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
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  memory.keep('ember');
  expect(memory.read()).toBeNull();
  memory.forget();
});
