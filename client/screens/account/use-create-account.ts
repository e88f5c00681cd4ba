import { useEffect, useRef } from 'react';
import { accountStore } from '#client/auth/account.ts';
import { handOver } from '#client/auth/between-screens.ts';
import { confirming } from '#client/auth/confirming.ts';
import { createAccountFlow, initialCreateAccount } from '#client/auth/create-account-flow.ts';
import type { SignUpEntry } from '#client/auth/identity.ts';
import { identityMessages, signUpFault } from '#client/auth/identity-error.ts';
import { loadIdentity, prefetchIdentity } from '#client/auth/load-identity.ts';
import { signIn } from '#client/auth/sign-in.ts';
import { loginFault, signInFailure } from '#client/auth/sign-in-failure.ts';
import { forgetUnconfirmed, keepUnconfirmed, readUnconfirmed } from '#client/auth/unconfirmed-account.ts';
import { useNavigateHere } from '#client/shell/use-navigate-here.ts';
import { emptyFieldsFault, type Fault, fieldFault } from '#client/ui/fault.ts';
import { useFlow } from '#client/ui/use-flow.ts';
import { inputMessages, isEmail, normaliseEmail, normalisePassword } from '#shared/identity-input.ts';
import { paths } from '#shared/routes.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The create-account flow with its effects. The password is held only until the automatic sign-in. */
export function useCreateAccount() {
  const [state, send] = useFlow(createAccountFlow, initialCreateAccount);
  const navigate = useNavigateHere();
  const password = useRef('');

  useEffect(prefetchIdentity, []);

  useEffect(() => {
    // After a reload, for example when coming back from the mail, the step is the same.
    const unconfirmed = readUnconfirmed();
    if (unconfirmed) send({ type: 'cameBack', ...unconfirmed });
  }, [send]);

  /** "After confirmation the user is signed in and sent to /shop/checkout" (specification, section 4). */
  async function signInConfirmed(username: string) {
    send({ type: 'confirmed' });
    // The password is only kept as long as the page.
    if (password.current === '') return sendToLogin(username, null);
    try {
      const outcome = await signIn(accountStore(), loadIdentity, (identity) =>
        identity.signIn(username, password.current),
      );
      if (outcome.kind === 'signed-in') return navigate(paths.cart());
      // It asks for more than the password, which only the login form can ask for.
      sendToLogin(username, null);
    } catch (error) {
      sendToLogin(username, loginFault(signInFailure(error)));
    } finally {
      password.current = '';
    }
  }

  function sendToLogin(username: string, fault: Fault | null) {
    handOver({ username, fault, notice: identityMessages.confirmed });
    navigate(paths.shopLogin());
  }

  return {
    state,

    async create(typed: SignUpEntry) {
      if (state.busy) return;
      const email = normaliseEmail(typed.email);
      const missing = emptyFieldsFault({
        username: { value: typed.username, ask: 'Choose a username.' },
        password: { value: typed.password, ask: 'Choose a password.' },
      });
      const emailFault = isEmail(email) ? null : fieldFault({ email: inputMessages.emailInvalid });
      // All errors at once, so that nobody fixes one field only to see the next error.
      if (missing || emailFault) {
        return void send({
          type: 'refused',
          fault: fieldFault({ ...missing?.fields, ...emailFault?.fields }),
        });
      }
      // "Sign-up: username and password trimmed; email trimmed and lowercased" (specification, section 5).
      const username = typed.username.trim();
      const chosen = normalisePassword(typed.password);
      if (isCommonPassword(chosen, { username, email })) {
        return void send({
          type: 'refused',
          fault: fieldFault({ password: identityMessages.commonPassword }),
        });
      }
      if (!send({ type: 'submitted', username, email })) return;
      password.current = chosen;
      try {
        const identity = await loadIdentity();
        const result = await identity.signUp({ username, email, password: password.current });
        if (result.confirmed) await signInConfirmed(username);
        else {
          const destination = result.destination ?? email;
          keepUnconfirmed({ username, destination });
          send({ type: 'created', destination });
        }
      } catch (error) {
        send({ type: 'refused', fault: signUpFault(error) });
      }
    },

    startOver() {
      if (!send({ type: 'startedOver' })) return;
      forgetUnconfirmed();
      password.current = '';
    },

    ...confirming({
      state,
      send,
      onConfirmed: () => signInConfirmed(state.username),
      onAlreadyConfirmed: () => signInConfirmed(state.username),
    }),
  };
}
