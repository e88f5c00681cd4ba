import { useCallback, useEffect, useState } from 'react';
import { withFreshToken } from '#client/auth/account.ts';
import { callFaultText } from './call-fault.ts';

/** Something of the account's that the server is asked for. */
export type AccountData<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: string }
  | { status: 'loaded'; value: T };

/**
 * Asks for something of the account's, and again whenever `loads` rises or the returned function is called.
 * @param ask the call; must stay the same function
 * @param username whose: another person's things are never shown, not even while loading
 */
export function useAccountData<T>(
  ask: (options: { idToken: string; signal: AbortSignal }) => Promise<T>,
  username: string,
  loads: number,
): [AccountData<T>, () => void] {
  const [data, setData] = useState<AccountData<T>>({ status: 'loading' });
  const [reloads, setReloads] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, another load or another try each ask again
  useEffect(() => {
    const abort = new AbortController();
    setData({ status: 'loading' });
    withFreshToken(({ idToken }) => ask({ idToken, signal: abort.signal })).then(
      (value) => {
        if (!abort.signal.aborted) setData({ status: 'loaded', value });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setData({ status: 'failed', fault: callFaultText(error) });
      },
    );
    return () => abort.abort();
  }, [ask, username, loads, reloads]);

  return [data, useCallback(() => setReloads((before) => before + 1), [])];
}
