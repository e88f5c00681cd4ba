import { useRef, useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { serverNow } from '#client/api/server-clock.ts';
import { type AccountUser, accountStore, withFreshToken } from '#client/auth/account.ts';
import type { Identity } from '#client/auth/identity.ts';
import { authenticatorFault } from '#client/auth/identity-error.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/ui/fault.ts';
import { normaliseAuthenticatorCode } from '#shared/identity-input.ts';
import { callFaultText } from './call-fault.ts';
import { isRecentSignIn } from './recent-sign-in.ts';

/**
 * State of the authenticator app of the signed-in person: not loaded yet, off, being set up, or on; `PROVE`
 * re-authenticates first.
 */
interface AuthenticatorState {
  step: 'CLOSED' | 'PROVE' | 'SET_UP' | 'ON' | 'OFF';
  busy: boolean;
  /** The secret for the app, during set-up. */
  secret: string | null;
  /** What has just been done. */
  done: 'set-up' | 'removed' | null;
  fault: Fault | null;
}

const closed: AuthenticatorState = { step: 'CLOSED', busy: false, secret: null, done: null, fault: null };

/** Setting up and removing an authenticator app at the identity service. */
export function useAuthenticator({ idToken }: AccountUser) {
  const [state, setState] = useState(closed);
  const proving = useRef<{ from: 'ON' | 'OFF'; then: () => void } | null>(null);

  async function attempt(
    work: (identity: Identity, accessToken: string) => Promise<Partial<AuthenticatorState>>,
  ) {
    if (state.busy) return;
    setState({ ...state, busy: true, fault: null, done: null });
    try {
      const identity = await loadIdentity();
      const next = await withFreshToken(({ accessToken }) => work(identity, accessToken));
      setState({ ...closed, ...next });
    } catch (error) {
      const fault = error instanceof ApiProblem ? formFault(callFaultText(error)) : authenticatorFault(error);
      setState({ ...state, fault, done: null });
    }
  }

  const setUp = () =>
    void attempt(async (identity, accessToken) =>
      // It may be set up by now: in another tab, or by proving who it is in a pool that demands one.
      (await identity.hasAuthenticator(accessToken))
        ? { step: 'ON', done: 'set-up' }
        : { step: 'SET_UP', secret: await identity.newAuthenticator(accessToken) },
    );
  const remove = () =>
    void attempt(async (identity, accessToken) => {
      await identity.removeAuthenticator(accessToken);
      await tellSession();
      return { step: 'OFF', done: 'removed' };
    });

  /** Re-authentication, so that somebody who finds an open page cannot change the owner's keys. */
  const afterProof = (from: 'ON' | 'OFF', then: () => void) => () => {
    if (isRecentSignIn(idToken, serverNow().getTime())) return then();
    proving.current = { from, then };
    setState({ ...closed, step: 'PROVE' });
  };

  return {
    state,
    /** Loads whether it is on; only when somebody opens this part. */
    open: () =>
      void attempt(async (identity, accessToken) => ({
        step: (await identity.hasAuthenticator(accessToken)) ? 'ON' : 'OFF',
      })),
    setUp: afterProof('OFF', setUp),
    remove: afterProof('ON', remove),
    proved: () => proving.current?.then(),
    proofCancelled: () => setState({ ...closed, step: proving.current?.from ?? 'CLOSED' }),
    confirm(typedCode: string) {
      const code = normaliseAuthenticatorCode(typedCode);
      const missing = emptyFieldsFault({ code: { value: code, ask: 'Enter the code that your app shows.' } });
      if (missing) return setState({ ...state, fault: missing });
      void attempt(async (identity, accessToken) => {
        await identity.confirmAuthenticator(accessToken, code);
        await tellSession();
        return { step: 'ON', done: 'set-up' };
      });
    },
    // Not OFF: an attempt whose answer was lost may have turned it on.
    cancel: () => setState(closed),
  };
}

/**
 * An operator's session learns of the change at its next refresh, so that happens now. It fails without a word: the change
 * is made, and the session is refreshed later anyway.
 */
async function tellSession(): Promise<void> {
  await accountStore()
    .renew()
    .catch(() => undefined);
}
