// The public keys of the user pool (JWKS), fetched at start and refreshed each hour.

import { pauseAfter, repeat } from '#server/repeat.ts';
import type { Log } from '#server/runtime.ts';
import type { ProviderTimes } from '../provider-times.ts';
import type { CognitoIdentity } from './identity.ts';

/** Interval of refreshing, in milliseconds, so that withdrawn keys are no longer trusted. */
const refreshEveryMs = 60 * 60 * 1000;

/**
 * Keeps the identity service's keys in memory: fetched at start, retried until they are there, refreshed each hour.
 * @param onFetched called after every fetch that succeeds
 */
export function keepIdentityKeys(
  identity: CognitoIdentity,
  log: Log,
  onFetched: () => void,
  { keyPausesMs }: Pick<ProviderTimes, 'keyPausesMs'>,
) {
  let failures = 0;
  async function fetchKeys(): Promise<void> {
    try {
      await identity.fetchKeys();
      failures = 0;
      onFetched();
    } catch (error) {
      failures += 1;
      log.warn({ err: error }, "the identity service's keys cannot be fetched; known ones stay in use");
    }
  }
  return repeat(fetchKeys, () => (failures === 0 ? refreshEveryMs : pauseAfter(failures, keyPausesMs)));
}
