import { useEffect } from 'react';
import { clearHandover, peekHandover } from '#client/auth/between-screens.ts';
import { confirming } from '#client/auth/confirming.ts';
import { emptyFieldsFault, formFault } from '#client/auth/fault.ts';
import { forgotPasswordFlow, initialForgotPassword } from '#client/auth/forgot-password-flow.ts';
import { resendFailure, resetCodeFailure, resetFault } from '#client/auth/identity-error.ts';
import { loadIdentity, prefetchIdentity } from '#client/auth/load-identity.ts';
import { newPasswordEntryFault } from '#client/auth/new-password-entry.ts';
import type { NewPasswordEntry } from '#client/auth/PasswordStep.tsx';
import { useFlow } from '#client/auth/use-flow.ts';
import { facts } from '#facts';
import { normaliseConfirmationCode, normalisePassword, normaliseUsername } from '#shared/identity-input.ts';

const askSupport = `Write to ${facts.email.support} to have the address on your account looked at.`;

/** The forgot-password flow with its effects. */
export function useForgotPassword() {
  const [state, send] = useFlow(forgotPasswordFlow, () => initialForgotPassword(peekHandover().username));

  async function sendCode(username: string) {
    if (!send({ type: 'submitted', username })) return;
    try {
      const { destination } = await (await loadIdentity()).forgotPassword(username);
      send({ type: 'codeSent', destination });
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
      // Confirmed, yet without a verified address: only the operator can help.
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
      send({ type: 'codeSent', destination });
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
    if (sendResetCode) void sendCode(username);
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
      try {
        const identity = await loadIdentity();
        await identity.confirmForgotPassword(
          state.username,
          normaliseConfirmationCode(code),
          normalisePassword(newPassword),
        );
        send({ type: 'passwordChanged' });
      } catch (error) {
        send({ type: 'refused', fault: resetFault(error) });
      }
    },

    startOver: () => send({ type: 'startedOver' }),
  };
}
