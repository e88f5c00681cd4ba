import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import type { CognitoIdentity } from './identity.ts';
import { keepIdentityKeys } from './identity-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('Keys that cannot be fetched are tried again soon, then more seldom; those that are there, after an hour', async () => {
  let isDown = true;
  const tries: number[] = [];
  const fetchKeys = async () => {
    tries.push(Date.now() - start);
    if (isDown) throw new Error('down');
  };
  const start = Date.now();
  const onFetched = vi.fn();
  const identity = { fetchKeys } as Partial<CognitoIdentity> as CognitoIdentity;
  const kept = keepIdentityKeys(identity, silentLog, onFetched, { keyPausesMs: [1000, 5000] });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(tries).toEqual([0, 1000, 6000, 11_000]);
  expect(onFetched).not.toHaveBeenCalled();
  isDown = false;
  await vi.advanceTimersByTimeAsync(4000);
  expect(onFetched).toHaveBeenCalledOnce();
  isDown = true;
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000 + 1000);
  expect(tries.slice(4)).toEqual([16_000, 3_616_000, 3_617_000]);
  await kept.stop();
});
