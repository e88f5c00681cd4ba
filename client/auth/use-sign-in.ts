import { useEffect, useRef } from 'react';
import { normalisePassword, normaliseUsername } from '#shared/identity-input.ts';
import { accountStore } from './account.ts';
import { clearHandover, peekHandover } from './between-screens.ts';
import { confirming } from './confirming.ts';
import { emptyFieldsFault, formFault } from './fault.ts';
import { identityMessages, newPasswordFaultOf, signInFailure } from './identity-error.ts';
import { loadIdentity } from './load-identity.ts';
import { newPasswordEntryFault } from './new-password-entry.ts';
import { signIn } from './sign-in.ts';
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
  const completeSignIn = useRef<((newPassword: string) => Promise<void>) | null>(null);

  useEffect(clearHandover, []);

  function finish() {
    password.current = '';
    completeSignIn.current = null;
    send({ type: 'signedIn' });
    onSignedIn();
  }

  async function attempt(username: string, { afterConfirming }: { afterConfirming: boolean }) {
    try {
      const outcome = await signIn(accountStore(), loadIdentity, username, password.current);
      if (outcome.kind === 'signed-in') return finish();
      completeSignIn.current = outcome.complete;
      send({ type: 'newPasswordRequired' });
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
    await attempt(state.username, { afterConfirming: true });
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
      await attempt(username, { afterConfirming: false });
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
      const complete = completeSignIn.current;
      if (state.busy || !complete) return;
      const fault = newPasswordEntryFault(entry.newPassword, entry.repeatedPassword);
      if (fault) return void send({ type: 'refused', fault });
      if (!send({ type: 'passwordSubmitted' })) return;
      try {
        await complete(normalisePassword(entry.newPassword));
        finish();
      } catch (error) {
        send({ type: 'refused', fault: newPasswordFaultOf(error) });
      }
    },
  };
}
