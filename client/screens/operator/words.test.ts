import { afterEach, expect, it, vi } from 'vitest';
import { dayAgo } from './words.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('After midnight at the shop a period ends on the new day, though UTC is still at the old one', () => {
  vi.useFakeTimers({ now: new Date('2025-07-01T22:30:00Z') });
  expect([dayAgo(0), dayAgo(29)]).toEqual(['2025-07-02', '2025-06-03']);
});
