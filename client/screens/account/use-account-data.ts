import { useCallback } from 'react';
import { withFreshToken } from '#client/auth/account.ts';
import { type Loaded, useLoaded } from '#client/ui/use-loaded.ts';
import { callFaultText } from './call-fault.ts';

/**
 * Loads data of the account, again whenever the returned function is called. The account page is keyed
 * by its person, so another person's data is never shown, not even while loading.
 * @param ask the call; must stay the same function
 */
export function useAccountData<T>(
  ask: (options: { idToken: string; signal: AbortSignal }) => Promise<T>,
): [Loaded<T>, reload: () => void] {
  const load = useCallback(
    (signal: AbortSignal) => withFreshToken(({ idToken }) => ask({ idToken, signal })),
    [ask],
  );
  return useLoaded(load, callFaultText);
}
