import { emptyFieldsFault, type Fault } from '#client/ui/fault.ts';
import { normaliseConfirmationCode } from '#shared/identity-input.ts';
import { type ConfirmFailure, confirmFailure, resendFailure } from './identity-error.ts';
import { loadIdentity } from './load-identity.ts';
import { forgetUnconfirmed } from './unconfirmed-account.ts';

/** Events in the CONFIRM state of every flow, except leaving it. They can be rejected like those of other states. */
export type ConfirmEvent =
  | { type: 'codeSubmitted' }
  | { type: 'resendRequested' }
  | { type: 'resent' }
  /** A request failed: the step and the typed text stay. */
  | { type: 'refused'; fault: Fault };

interface ConfirmingParts {
  state: { username: string; busy: string | null };
  /** @returns whether the event fitted the flow's state */
  send: (event: ConfirmEvent) => boolean;
  onConfirmed: () => Promise<void> | void;
  /** The account had been confirmed before. */
  onAlreadyConfirmed: () => Promise<void> | void;
}

/** The two buttons of CONFIRM, in every flow: submit the typed code, send another one. */
export function confirming({ state, send, onConfirmed, onAlreadyConfirmed }: ConfirmingParts) {
  async function follow(failure: ConfirmFailure) {
    if (failure.next === 'CONFIRM') return void send({ type: 'refused', fault: failure.fault });
    forgetUnconfirmed();
    await onAlreadyConfirmed();
  }

  return {
    async confirm(typedCode: string) {
      if (state.busy) return;
      const missing = emptyFieldsFault({ code: { value: typedCode, ask: 'Enter the code from the email.' } });
      if (missing) return void send({ type: 'refused', fault: missing });
      if (!send({ type: 'codeSubmitted' })) return;
      try {
        const identity = await loadIdentity();
        await identity.confirmSignUp(state.username, normaliseConfirmationCode(typedCode));
      } catch (error) {
        return follow(confirmFailure(error));
      }
      forgetUnconfirmed();
      await onConfirmed();
    },

    async resend() {
      if (!send({ type: 'resendRequested' })) return;
      try {
        await (await loadIdentity()).resendCode(state.username);
        send({ type: 'resent' });
      } catch (error) {
        await follow(resendFailure(error));
      }
    },
  };
}
