import { useRef, useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { signOutEverywhere } from '#client/api/sessions.ts';
import { accountStore, withFreshToken } from '#client/auth/account.ts';
import { clearHandover, handOver } from '#client/auth/between-screens.ts';
import { changePasswordFault } from '#client/auth/identity-error.ts';
import { IdentityProblem } from '#client/auth/identity-problem.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import { createLostAnswer, hasPassword } from '#client/auth/lost-answer.ts';
import type { NewPasswordTyped } from '#client/auth/NewPasswordTwice.tsx';
import { newPasswordEntryFault } from '#client/auth/new-password-entry.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/ui/fault.ts';
import { useBusy } from '#client/ui/use-busy.ts';
import { normalisePassword } from '#shared/identity-input.ts';
import { callFaultText } from './call-fault.ts';

interface ChangePasswordState {
  /** `CHANGED`: the password is new, but others may still be signed in. */
  step: 'ENTER' | 'CHANGED' | 'DONE';
  busy: boolean;
  fault: Fault | null;
}

interface ChangePasswordEntry extends NewPasswordTyped {
  password: string;
}

const start: ChangePasswordState = { step: 'ENTER', busy: false, fault: null };

/**
 * Changes the password of the signed-in person. It signs the account out everywhere, because somebody who knew the old
 * password may be signed in, and then signs this browser in again with the new one.
 */
export function useChangePassword(username: string) {
  const [state, setState] = useState(start);
  const [newPassword, setNewPassword] = useState('');
  useBusy(state.busy);
  const lostAnswer = useRef(createLostAnswer());

  async function endOthers(password: string) {
    // From here on another tab, or another call of this page, may find the session ended; the login form then knows the
    // reason.
    handOver({
      username,
      notice: 'Your password is changed, and you are signed out everywhere. Log in with the new one.',
    });
    try {
      await withFreshToken(signOutEverywhere);
      setNewPassword('');
      if (!(await signInAgain(username, password))) return;
      clearHandover();
      setState({ ...start, step: 'DONE' });
    } catch (error) {
      clearHandover();
      setState({ step: 'CHANGED', busy: false, fault: formFault(callFaultText(error)) });
    }
  }

  return {
    state,

    async change(entry: ChangePasswordEntry) {
      if (state.busy) return;
      const fault =
        emptyFieldsFault({ password: { value: entry.password, ask: 'Enter your current password.' } }) ??
        newPasswordEntryFault(entry.newPassword, entry.repeatedPassword);
      if (fault) return setState({ ...state, fault });
      setState({ ...state, busy: true, fault: null });
      const next = normalisePassword(entry.newPassword);
      try {
        const identity = await loadIdentity();
        await withFreshToken(({ accessToken }) =>
          identity.changePassword(accessToken, normalisePassword(entry.password), next),
        );
      } catch (error) {
        // When an answer was lost, the current password is the new one already, and the typed one is refused.
        const mayBeDone = lostAnswer.current.noteFailure(next, error);
        const isDone = mayBeDone && (await hasPassword(await loadIdentity(), username, next));
        const told =
          error instanceof ApiProblem ? formFault(callFaultText(error)) : changePasswordFault(error);
        if (!isDone) return setState({ ...start, fault: told });
      }
      setNewPassword(next);
      await endOthers(next);
    },

    /** Retries what failed after the change. */
    async signOthersOut() {
      if (state.busy) return;
      setState({ ...state, busy: true, fault: null });
      await endOthers(newPassword);
    },
  };
}

/**
 * Signs in with the new password. If that needs more than the password, or fails now, the login form takes over.
 * @returns whether the person is signed in
 */
async function signInAgain(username: string, password: string): Promise<boolean> {
  try {
    const result = await (await loadIdentity()).signIn(username, password);
    if (result.kind === 'tokens') {
      await accountStore().begin(result.tokens);
      return true;
    }
  } catch (error) {
    if (!(error instanceof IdentityProblem || error instanceof ApiProblem)) throw error;
  }
  await accountStore().renew();
  return false;
}
