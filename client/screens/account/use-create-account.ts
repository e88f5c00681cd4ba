import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { accountStore } from '#client/auth/account.ts';
import { handOver } from '#client/auth/between-screens.ts';
import { confirming } from '#client/auth/confirming.ts';
import { createAccountFlow, initialCreateAccount } from '#client/auth/create-account-flow.ts';
import { emptyFieldsFault, fieldFault, formFault } from '#client/auth/fault.ts';
import { identityMessages, signInFailure, signUpFault } from '#client/auth/identity-error.ts';
import { loadIdentity, prefetchIdentity } from '#client/auth/load-identity.ts';
import { signIn } from '#client/auth/sign-in.ts';
import { useFlow } from '#client/auth/use-flow.ts';
import { inputMessages, isEmail, normaliseEmail, normalisePassword } from '#shared/identity-input.ts';
import { paths } from '#shared/routes.ts';

export interface SignUpEntry {
  username: string;
  email: string;
  password: string;
}

/** The create-account flow with its effects. The password is held only until the automatic sign-in. */
export function useCreateAccount() {
  const [state, send] = useFlow(createAccountFlow, initialCreateAccount);
  const navigate = useNavigate();
  const password = useRef('');

  useEffect(prefetchIdentity, []);

  /** "After confirmation the user is signed in and sent to /shop/checkout" (specification, section 4). */
  async function signInConfirmed(username: string) {
    send({ type: 'confirmed' });
    try {
      const outcome = await signIn(accountStore(), loadIdentity, username, password.current);
      if (outcome.kind === 'signed-in') return navigate(paths.cart());
      sendToLogin(username, formFault(identityMessages.loginFailed));
    } catch (error) {
      const failure = signInFailure(error);
      sendToLogin(
        username,
        failure.next === 'LOGIN' ? failure.fault : formFault(identityMessages.loginFailed),
      );
    } finally {
      password.current = '';
    }
  }

  function sendToLogin(username: string, fault: ReturnType<typeof formFault>) {
    handOver({ username, fault, notice: identityMessages.confirmed });
    void navigate(paths.shopLogin());
  }

  return {
    state,

    async create(typed: SignUpEntry) {
      if (state.busy) return;
      const missing = emptyFieldsFault({
        username: { value: typed.username, ask: 'Choose a username.' },
        email: { value: typed.email, ask: inputMessages.emailInvalid },
        password: { value: typed.password, ask: 'Choose a password.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      const email = normaliseEmail(typed.email);
      if (!isEmail(email)) {
        return void send({ type: 'refused', fault: fieldFault({ email: inputMessages.emailInvalid }) });
      }
      // "Sign-up: username and password trimmed; email trimmed and lowercased" (specification, section 5).
      const username = typed.username.trim();
      if (!send({ type: 'submitted', username, email })) return;
      password.current = normalisePassword(typed.password);
      try {
        const identity = await loadIdentity();
        const result = await identity.signUp({ username, email, password: password.current });
        if (result.confirmed) await signInConfirmed(username);
        else send({ type: 'created', destination: result.destination ?? email });
      } catch (error) {
        send({ type: 'refused', fault: signUpFault(error) });
      }
    },

    startOver() {
      if (send({ type: 'startedOver' })) password.current = '';
    },

    ...confirming({
      state,
      send,
      onConfirmed: () => signInConfirmed(state.username),
      onAlreadyConfirmed: () => signInConfirmed(state.username),
    }),
  };
}
