import { useEffect, useRef } from 'react';
import { normaliseAuthenticatorCode, normalisePassword, normaliseUsername } from '#shared/identity-input.ts';
import { accountStore } from './account.ts';
import { clearHandover, peekHandover } from './between-screens.ts';
import { confirming } from './confirming.ts';
import { emptyFieldsFault, formFault } from './fault.ts';
import {
  identityMessages,
  newPasswordFaultOf,
  secondFactorFailure,
  signInFailure,
} from './identity-error.ts';
import { loadIdentity, signInWithPasskey } from './load-identity.ts';
import { newPasswordEntryFault } from './new-password-entry.ts';
import { type SignInOutcome, signIn } from './sign-in.ts';
import { initialSignIn, signInFlow } from './sign-in-flow.ts';
import { useFlow } from './use-flow.ts';

interface SignInHandlers {
  onSignedIn: () => void;
  /** The identity service wants a new password first. */
  onResetRequired: (username: string) => void;
}

/** The login flow with its effects. What is typed stays in the form; the password is held only until the flow ends. */
export function useSignIn({ onSignedIn, onResetRequired }: SignInHandlers) {
  const [state, send] = useFlow(signInFlow, () => {
    const { username, notice, fault } = peekHandover();
    return { ...initialSignIn(username, notice), fault };
  });
  const password = useRef('');
  const pending = useRef<Exclude<SignInOutcome, { kind: 'signed-in' }> | null>(null);

  useEffect(clearHandover, []);

  function finish() {
    password.current = '';
    pending.current = null;
    send({ type: 'signedIn' });
    onSignedIn();
  }

  /** The next step of a sign-in, or its end. */
  function goOn(outcome: SignInOutcome) {
    if (outcome.kind === 'signed-in') return finish();
    pending.current = outcome;
    if (outcome.kind === 'new-password-required') send({ type: 'newPasswordRequired' });
    else send({ type: 'secondFactorRequired', secret: outcome.secret });
  }

  async function attempt(
    username: string,
    begin = () => signIn(accountStore(), loadIdentity, username, password.current),
    afterConfirming = false,
  ) {
    try {
      goOn(await begin());
    } catch (error) {
      const failure = signInFailure(error);
      if (failure.next === 'RESET') return onResetRequired(username);
      const fault = failure.next === 'LOGIN' ? failure.fault : formFault(identityMessages.loginFailed);
      if (afterConfirming) send({ type: 'sentBackToLogin', notice: identityMessages.confirmed, fault });
      else if (failure.next === 'CONFIRM') send({ type: 'unconfirmed' });
      else send({ type: 'refused', fault });
    }
  }

  async function signInConfirmed() {
    send({ type: 'confirmed' });
    await attempt(state.username, undefined, true);
  }

  return {
    state,

    async submit(typed: { username: string; password: string }) {
      if (state.busy) return;
      const missing = emptyFieldsFault({
        username: { value: typed.username, ask: 'Enter your username or email address.' },
        password: { value: typed.password, ask: 'Enter your password.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      const username = normaliseUsername(typed.username);
      if (!send({ type: 'submitted', username })) return;
      password.current = normalisePassword(typed.password);
      await attempt(username);
    },

    async submitPasskey(typedUsername: string) {
      if (state.busy) return;
      const missing = emptyFieldsFault({
        username: { value: typedUsername, ask: 'Enter your username or email address.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      const username = normaliseUsername(typedUsername);
      if (!send({ type: 'submitted', username })) return;
      await attempt(username, () => signInWithPasskey(username));
    },

    ...confirming({
      state,
      send,
      onConfirmed: signInConfirmed,
      onAlreadyConfirmed: () =>
        void send({ type: 'sentBackToLogin', notice: identityMessages.alreadyConfirmed, fault: null }),
    }),

    startOver() {
      if (send({ type: 'startedOver' })) password.current = '';
    },

    async setPassword(entry: { newPassword: string; repeatedPassword: string }) {
      const step = pending.current;
      if (state.busy || step?.kind !== 'new-password-required') return;
      const fault = newPasswordEntryFault(entry.newPassword, entry.repeatedPassword);
      if (fault) return void send({ type: 'refused', fault });
      if (!send({ type: 'passwordSubmitted' })) return;
      try {
        goOn(await step.complete(normalisePassword(entry.newPassword)));
      } catch (error) {
        send({ type: 'refused', fault: newPasswordFaultOf(error) });
      }
    },

    async checkSecondFactor(typedCode: string) {
      const step = pending.current;
      if (state.busy || step?.kind !== 'second-factor') return;
      const missing = emptyFieldsFault({
        code: { value: typedCode, ask: 'Enter the code that your app shows.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      if (!send({ type: 'secondFactorSubmitted' })) return;
      try {
        await step.complete(normaliseAuthenticatorCode(typedCode));
        finish();
      } catch (error) {
        const failure = secondFactorFailure(error);
        if (failure.next === 'SECOND_FACTOR') return void send({ type: 'refused', fault: failure.fault });
        password.current = '';
        send({ type: 'sentBackToLogin', notice: identityMessages.codeTooLate, fault: null });
      }
    },
  };
}
