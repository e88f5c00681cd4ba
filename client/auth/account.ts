import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';
import {
  type AccountState,
  type AccountStore,
  type AccountTokens,
  createAccountStore,
} from './account-store.ts';
import { forgetAtSignOut } from './forget-at-sign-out.ts';
import { openSessionChannel } from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';
import { noteSession } from './session-hint.ts';

export type { AccountState, AccountUser } from './account-store.ts';

/** The state in prerendered HTML and the first hydration: nobody has been looked up yet. */
const unknown: AccountState = { status: 'unknown', failure: null };

let store: AccountStore | undefined;

/** The page's one account store. Created on first use: in the browser only, never while prerendering. */
export function accountStore(): AccountStore {
  if (!store) {
    const made = createAccountStore(openSessionChannel(createSessionClock(browserStorage())));
    made.subscribe(() => {
      const { status } = made.getState();
      if (status !== 'unknown') noteSession(status === 'signed-in');
    });
    forgetAtSignOut(made);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') made.pageReturned();
    });
    window.addEventListener('focus', made.pageReturned);
    window.addEventListener('online', made.pageReturned);
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) made.pageRestored();
    });
    store = made;
  }
  return store;
}

const subscribe = (listener: () => void) => accountStore().subscribe(listener);
const currentState = () => accountStore().getState();
const serverState = () => unknown;

/** Who is signed in. `unknown` while prerendering, hydrating and until the server has answered. */
export function useAccount(): AccountState {
  const state = useSyncExternalStore(subscribe, currentState, serverState);
  useEffect(() => accountStore().start(), []);
  return state;
}

/** Whether somebody has been signed in since this screen was opened. */
export function useWasSignedIn({ status }: AccountState): boolean {
  const [was, setWas] = useState(false);
  if (status === 'signed-in' && !was) setWas(true);
  return was;
}

/**
 * Makes a call with the current tokens; refreshes them first when they have expired, and retries once with fresh ones if
 * the server refuses them.
 * @throws {ApiProblem} what the call throws; `unauthorized` when nobody is signed in (any more), or somebody
 * else is by now
 */
export function withFreshToken<T>(call: (tokens: AccountTokens) => Promise<T>): Promise<T> {
  return accountStore().withFreshToken(call);
}
