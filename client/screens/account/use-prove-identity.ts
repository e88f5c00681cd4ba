import { useRef, useState } from 'react';
import { accountStore } from '#client/auth/account.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/auth/fault.ts';
import type { IdentityTokens, SignInResult } from '#client/auth/identity.ts';
import { identityMessages, secondFactorFailure, signInFailure } from '#client/auth/identity-error.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import { normaliseAuthenticatorCode, normalisePassword } from '#shared/identity-input.ts';

export interface ProofState {
  step: 'PASSWORD' | 'CODE';
  busy: boolean;
  fault: Fault | null;
}

const start: ProofState = { step: 'PASSWORD', busy: false, fault: null };

/**
 * Whoever is signed in proves anew who they are; the session that begins with it takes the place of the one before.
 * @param onProved called with the new session in place
 */
export function useProveIdentity(username: string, onProved: () => void) {
  const [state, setState] = useState(start);
  const pending = useRef<((code: string) => Promise<IdentityTokens>) | null>(null);

  async function finish(tokens: IdentityTokens) {
    await accountStore().begin(tokens);
    onProved();
  }

  async function goOn(result: SignInResult) {
    if (result.kind === 'tokens') return finish(result.tokens);
    // Whoever is signed in has chosen a password, and has a second factor where one is asked for.
    if (result.kind !== 'second-factor' || result.secret !== null) {
      return setState({ ...start, fault: formFault(identityMessages.loginFailed) });
    }
    pending.current = result.complete;
    setState({ ...start, step: 'CODE' });
  }

  return {
    state,

    async submitPassword(typed: string) {
      if (state.busy) return;
      const missing = emptyFieldsFault({ password: { value: typed, ask: 'Enter your password.' } });
      if (missing) return setState({ ...state, fault: missing });
      setState({ ...state, busy: true, fault: null });
      try {
        await goOn(await (await loadIdentity()).signIn(username, normalisePassword(typed)));
      } catch (error) {
        const failure = signInFailure(error);
        setState({
          ...start,
          fault: failure.next === 'LOGIN' ? failure.fault : formFault(identityMessages.loginFailed),
        });
      }
    },

    async submitCode(typed: string) {
      if (state.busy || !pending.current) return;
      const missing = emptyFieldsFault({
        code: { value: typed, ask: 'Enter the code that your app shows.' },
      });
      if (missing) return setState({ ...state, fault: missing });
      setState({ ...state, busy: true, fault: null });
      try {
        await finish(await pending.current(normaliseAuthenticatorCode(typed)));
      } catch (error) {
        const failure = secondFactorFailure(error);
        if (failure.next === 'SECOND_FACTOR') setState({ step: 'CODE', busy: false, fault: failure.fault });
        else setState({ ...start, fault: formFault(identityMessages.codeTooLate) });
      }
    },
  };
}
