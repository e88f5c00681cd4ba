import { expect, it } from 'vitest';
import { defaultTimeoutMs } from '#client/api/http.ts';
import { usualProviderTimes } from './provider-times.ts';

it('A call is given up, all three tries and the pauses between them, before the page stops waiting', () => {
  // The SDK's pauses: half a second, then twice that.
  const longestMs = 3 * usualProviderTimes.callMs + 500 + 1000;
  expect(longestMs).toBeLessThan(defaultTimeoutMs);
});
