import { useEffect, useRef } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { signOutEverywhere } from '#client/api/sessions.ts';
import { accountStore } from '#client/auth/account.ts';
import { clearHandover, peekHandover } from '#client/auth/between-screens.ts';
import { confirming } from '#client/auth/confirming.ts';
import { forgotPasswordFlow, initialForgotPassword } from '#client/auth/forgot-password-flow.ts';
import { resendFailure, resetCodeFailure, resetFault } from '#client/auth/identity-error.ts';
import { IdentityProblem } from '#client/auth/identity-problem.ts';
import { loadIdentity, prefetchIdentity } from '#client/auth/load-identity.ts';
import { createLostAnswer, hasPassword } from '#client/auth/lost-answer.ts';
import { newPasswordEntryFault } from '#client/auth/new-password-entry.ts';
import type { NewPasswordEntry } from '#client/auth/PasswordStep.tsx';
import { forgetSentResetCode, keepSentResetCode, readSentResetCode } from '#client/auth/sent-reset-code.ts';
import { emptyFieldsFault, formFault } from '#client/ui/fault.ts';
import { useFlow } from '#client/ui/use-flow.ts';
import { useHydrated } from '#client/ui/use-hydrated.ts';
import { facts } from '#facts';
import { normaliseConfirmationCode, normalisePassword, normaliseUsername } from '#shared/identity-input.ts';

const askSupport = `Write to ${facts.email.support} to have the address on your account looked at.`;

/** The forgot-password flow with its effects. */
export function useForgotPassword() {
  const isFirstDocument = !useHydrated();
  const [state, send] = useFlow(forgotPasswordFlow, () => initialForgotPassword(peekHandover().username));
  const lostAnswer = useRef(createLostAnswer());

  function codeSent(username: string, destination: string | null) {
    keepSentResetCode({ username, destination }, Date.now());
    send({ type: 'codeSent', destination });
  }

  async function sendCode(username: string) {
    if (!send({ type: 'submitted', username })) return;
    try {
      const { destination } = await (await loadIdentity()).forgotPassword(username);
      codeSent(username, destination);
    } catch (error) {
      const failure = resetCodeFailure(error);
      if (failure.next === 'CONFIRM') await sendConfirmation(username, error);
      else send({ type: 'refused', fault: failure.fault });
    }
  }

  /** "A confirmation code is resent and the state becomes CONFIRM" (specification, section 4). */
  async function sendConfirmation(username: string, reason: unknown) {
    try {
      await (await loadIdentity()).resendCode(username);
      send({ type: 'confirmationSent' });
    } catch (error) {
      const failure = resendFailure(error);
      // Confirmed, but without a verified address: only the operator can help.
      const fault =
        failure.next === 'CONFIRM'
          ? failure.fault
          : formFault(reason instanceof Error ? reason.message : String(reason), askSupport);
      send({ type: 'refused', fault });
    }
  }

  /** "On successful confirmation a new reset code is sent" (specification, section 4). */
  async function sendCodeAfterConfirming() {
    if (!send({ type: 'confirmed' })) return;
    try {
      const { destination } = await (await loadIdentity()).forgotPassword(state.username);
      codeSent(state.username, destination);
    } catch (error) {
      const failure = resetCodeFailure(error);
      const fault =
        failure.next === 'STEP_1' ? failure.fault : formFault((error as Error).message, askSupport);
      send({ type: 'resetCodeFailed', fault });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the login handed over counts once, on arrival
  useEffect(() => {
    const { username, sendResetCode } = peekHandover();
    clearHandover();
    prefetchIdentity();
    if (sendResetCode) return void sendCode(username);
    // The page was loaded here, as when somebody comes back from the mail: the step is the same. Whoever follows a link
    // to it asks for a code.
    const sent = isFirstDocument ? readSentResetCode(Date.now()) : null;
    if (sent) send({ type: 'cameBack', ...sent });
  }, []);

  return {
    state,

    async submit(typedUsername: string) {
      if (state.busy) return;
      const missing = emptyFieldsFault({
        username: { value: typedUsername, ask: 'Enter your username or email address.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      await sendCode(normaliseUsername(typedUsername));
    },

    ...confirming({
      state,
      send,
      onConfirmed: sendCodeAfterConfirming,
      onAlreadyConfirmed: sendCodeAfterConfirming,
    }),

    async changePassword({ code, newPassword, repeatedPassword }: NewPasswordEntry) {
      if (state.busy) return;
      const fault =
        emptyFieldsFault({ code: { value: code, ask: 'Enter the code from the email.' } }) ??
        newPasswordEntryFault(newPassword, repeatedPassword);
      if (fault) return void send({ type: 'refused', fault });
      if (!send({ type: 'passwordSubmitted' })) return;
      const password = normalisePassword(newPassword);
      try {
        const identity = await loadIdentity();
        await identity.confirmForgotPassword(state.username, normaliseConfirmationCode(code), password);
      } catch (error) {
        // The code is used up when an answer was lost, and what would sign the others out has not run.
        const mayBeDone = lostAnswer.current.noteFailure(password, error);
        const isDone = mayBeDone && (await hasPassword(await loadIdentity(), state.username, password));
        if (!isDone) return void send({ type: 'refused', fault: resetFault(error) });
      }
      forgetSentResetCode();
      send({ type: 'passwordChanged', isAlone: await signOutOthers(state.username, password) });
    },

    startOver() {
      forgetSentResetCode();
      send({ type: 'startedOver' });
    },
  };
}

/**
 * Signs everybody out who is signed in with the old password, here, elsewhere and in the app, which the service itself
 * does not do. It needs a sign-in with the new password, which ends with the others.
 * @returns whether it was done; not if a sign-in needs more than the password, or there was no answer
 */
async function signOutOthers(username: string, password: string): Promise<boolean> {
  try {
    const result = await (await loadIdentity()).signIn(username, password);
    if (result.kind !== 'tokens') return false;
    await signOutEverywhere(result.tokens);
    // Somebody may have been signed in here too.
    if (accountStore().getState().status === 'signed-in') await accountStore().renew();
    return true;
  } catch (error) {
    if (error instanceof IdentityProblem || error instanceof ApiProblem) return false;
    throw error;
  }
}
