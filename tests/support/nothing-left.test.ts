import { expect, it, vi } from 'vitest';
import { changed, surroundings } from './nothing-left.ts';

it('What a test file leaves behind for the next one is named: replaced functions, new globals, settings, a fake clock', () => {
  const before = surroundings();
  expect(changed(before, surroundings())).toEqual([]);
  vi.stubGlobal('document', {});
  vi.stubEnv('PORT', '1');
  const now = vi.spyOn(Date, 'now');
  expect(changed(before, surroundings())).toEqual(['Date.now', 'globalThis.document', 'process.env.PORT']);
  now.mockRestore();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(changed(before, surroundings())).toEqual(['a fake clock', 'globalThis.setTimeout']);
  vi.useRealTimers();
  expect(changed(before, surroundings())).toEqual([]);
});
