import { expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

it('What arrives, or fails, is passed on', async () => {
  expect(await inTime(Promise.resolve('here'))).toBe('here');
  await expect(inTime(Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});

it('What does neither has failed after 20 seconds', async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  inTime(new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalled();
  vi.useRealTimers();
});
