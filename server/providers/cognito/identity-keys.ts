// The public keys of the user pool (JWKS), fetched at start and refreshed each hour.

import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/runtime.ts';
import { type ProviderTimes, usualProviderTimes } from '../provider-times.ts';
import type { CognitoIdentity } from './identity.ts';

/** Interval of refreshing, in milliseconds, so that withdrawn keys are no longer trusted. */
const refreshEveryMs = 60 * 60 * 1000;

/**
 * Keeps the identity service's keys in memory: fetched at start, retried until they are there, refreshed each hour.
 * @param onReady called once, when they are there
 */
export function keepIdentityKeys(
  identity: CognitoIdentity,
  log: Log,
  onReady: () => void,
  { keyPausesMs }: Pick<ProviderTimes, 'keyPausesMs'> = usualProviderTimes,
) {
  const stopping = new AbortController();
  let ready = false;

  async function tryOnce(): Promise<boolean> {
    try {
      await identity.fetchKeys();
    } catch (error) {
      log.warn({ err: error }, "the identity service's keys cannot be fetched; known ones stay in use");
      return false;
    }
    if (!ready) onReady();
    ready = true;
    return true;
  }

  async function keep(first: Promise<boolean>): Promise<void> {
    let failures = (await first) ? 0 : 1;
    while (!stopping.signal.aborted) {
      const pause = failures === 0 ? refreshEveryMs : (keyPausesMs[failures - 1] ?? keyPausesMs.at(-1));
      await wait(pause, undefined, { signal: stopping.signal, ref: false });
      failures = (await tryOnce()) ? 0 : failures + 1;
    }
  }

  const first = tryOnce();
  const kept = keep(first).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    /** Settles after the first attempt, successful or not. */
    firstTry: first.then(() => undefined),
    stop(): Promise<void> {
      stopping.abort();
      return kept;
    },
  };
}
