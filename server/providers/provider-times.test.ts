import { expect, it } from 'vitest';
import { defaultTimeoutMs, refundTimeoutMs } from '#client/api/http.ts';
import { usualProviderTimes } from './provider-times.ts';

it('A call is given up, all three tries and the pauses between them, before the page stops waiting', () => {
  // The SDK's pauses: half a second, then twice that.
  const longestMs = 3 * usualProviderTimes.callMs + 500 + 1000;
  expect(longestMs).toBeLessThan(defaultTimeoutMs);
});

it('A refund is given up before the page of its operator stops waiting, and that before a proxy of usual settings', () => {
  expect(usualProviderTimes.refundMs + 2 * usualProviderTimes.callMs).toBeLessThan(refundTimeoutMs);
  expect(refundTimeoutMs).toBeLessThan(60_000);
});
