import type { Deletion } from '#client/api/account.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { postActivationCode } from '#client/api/use-code.ts';
import { accountStore, withFreshToken } from '#client/auth/account.ts';
import { focusOn } from '#client/ui/keep-focus.ts';
import { useFlow } from '#client/ui/use-flow.ts';
import { normaliseActivationCode } from '#shared/identity-input.ts';
import { accountPageMode, initialAccountPage } from './account-page-mode.ts';
import { activationFault, unlockedThings } from './activation-words.ts';
import { callFaultText } from './call-fault.ts';
import { deletionFault } from './deletion-fault.ts';

/** What the screen around the account learns of a deletion. */
export interface DeletionWatch {
  /** Called before and after each attempt: during one, the session ends before its answer is understood. */
  onDeletionAttempt: (isUnderWay: boolean) => void;
  /** Called after each attempt: what the end of the session from now on means for the account; `null` for nothing. */
  onSessionEndMeans: (deletion: Deletion | null) => void;
}

/** The signed-in account page's modes with their effects. */
export function useAccountPage({ onDeletionAttempt, onSessionEndMeans }: DeletionWatch) {
  const [state, send] = useFlow(accountPageMode, initialAccountPage);

  async function runDeletion() {
    onDeletionAttempt(true);
    try {
      onSessionEndMeans(await accountStore().deleteAccount());
    } catch (error) {
      const fault = deletionFault(error);
      if (fault.kind !== 'refused') onSessionEndMeans('deleted');
      // Still signed in, so the account is not deleted: the session would have ended with it.
      else if (accountStore().getState().status === 'signed-in') onSessionEndMeans(null);
      const isTooOld = error instanceof ApiProblem && error.code === 'sign_in_too_old';
      send(isTooOld ? { type: 'proofNeeded' } : { type: 'deleteFailed', fault });
    } finally {
      onDeletionAttempt(false);
    }
  }

  return {
    state,
    send,

    async activate() {
      if (state.mode !== 'unlock') return;
      const activationCode = normaliseActivationCode(state.code);
      if (activationCode === '') {
        send({ type: 'codeMissing', error: 'Enter an activation code.' });
        focusOn('[name="activation-code"]');
        return;
      }
      if (!send({ type: 'codeSubmitted' })) return;
      try {
        const result = await withFreshToken(({ idToken }) =>
          postActivationCode({ activationCode }, { idToken }),
        );
        const error = activationFault(result);
        send(
          error === null
            ? { type: 'codeAccepted', unlocked: unlockedThings(result.unlocks) }
            : { type: 'codeRefused', error },
        );
      } catch (error) {
        send({ type: 'codeRefused', error: callFaultText(error) });
      }
    },

    async deleteAccount() {
      if (send({ type: 'deleteConfirmed' })) await runDeletion();
    },

    async deleteProved() {
      if (send({ type: 'proved' })) await runDeletion();
    },
  };
}
