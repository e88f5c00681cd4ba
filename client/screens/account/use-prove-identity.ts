import { useRef, useState } from 'react';
import { accountStore } from '#client/auth/account.ts';
import type { IdentityTokens, SignInResult } from '#client/auth/identity.ts';
import { identityMessages } from '#client/auth/identity-error.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import {
  loginFault,
  mailedCodeFailure,
  secondFactorFailure,
  signInFailure,
} from '#client/auth/sign-in-failure.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/ui/fault.ts';
import {
  normaliseAuthenticatorCode,
  normaliseConfirmationCode,
  normalisePassword,
} from '#shared/identity-input.ts';

interface ProofState {
  /** The password, and then the code of an app or from a mail if the account needs one. */
  step: 'PASSWORD' | 'CODE' | 'MAILED_CODE';
  /** Where the code was mailed, masked. */
  destination: string | null;
  /** The secret for an app that the pool demands, and that is not set up yet. */
  secret: string | null;
  busy: boolean;
  fault: Fault | null;
}

const start: ProofState = { step: 'PASSWORD', destination: null, secret: null, busy: false, fault: null };

/**
 * Re-authentication of the signed-in person; the new session replaces the old one.
 * @param onProved called when the new session is in place
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
    if (result.kind === 'mailed-code') {
      pending.current = result.complete;
      return setState({ ...start, step: 'MAILED_CODE', destination: result.destination });
    }
    // A signed-in person has a password already.
    if (result.kind !== 'second-factor') {
      return setState({ ...start, fault: formFault(identityMessages.loginFailed) });
    }
    pending.current = result.complete;
    setState({ ...start, step: 'CODE', secret: result.secret });
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
        setState({ ...start, fault: loginFault(signInFailure(error)) });
      }
    },

    async submitCode(typed: string) {
      if (state.busy || !pending.current) return;
      const missing = emptyFieldsFault({
        code: {
          value: typed,
          ask:
            state.step === 'CODE' ? 'Enter the code that your app shows.' : 'Enter the code from the email.',
        },
      });
      if (missing) return setState({ ...state, fault: missing });
      setState({ ...state, busy: true, fault: null });
      const normalise = state.step === 'CODE' ? normaliseAuthenticatorCode : normaliseConfirmationCode;
      try {
        await finish(await pending.current(normalise(typed)));
      } catch (error) {
        const failure = state.step === 'CODE' ? secondFactorFailure(error) : mailedCodeFailure(error);
        if (failure.next === 'LOGIN') setState({ ...start, fault: formFault(identityMessages.codeTooLate) });
        else setState({ ...state, busy: false, fault: failure.fault });
      }
    },
  };
}
