import { useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { signOutEverywhere } from '#client/api/sessions.ts';
import { accountStore, withFreshToken } from '#client/auth/account.ts';
import { clearHandover, handOver } from '#client/auth/between-screens.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/auth/fault.ts';
import { changePasswordFault } from '#client/auth/identity-error.ts';
import { IdentityProblem } from '#client/auth/identity-problem.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import { newPasswordEntryFault } from '#client/auth/new-password-entry.ts';
import { normalisePassword } from '#shared/identity-input.ts';
import { callFaultText } from './call-fault.ts';

export interface ChangePasswordState {
  /** `CHANGED`: the password is new, and others may still be signed in. */
  step: 'ENTER' | 'CHANGED' | 'DONE';
  busy: boolean;
  fault: Fault | null;
}

export interface ChangePasswordEntry {
  password: string;
  newPassword: string;
  repeatedPassword: string;
}

const start: ChangePasswordState = { step: 'ENTER', busy: false, fault: null };

/**
 * A new password for whoever is signed in. It signs the account out everywhere, because whoever knew the old one may be signed in
 * somewhere, and then in again in this browser with the new one: the person has just proved who they are.
 */
export function useChangePassword(username: string) {
  const [state, setState] = useState(start);
  const [newPassword, setNewPassword] = useState('');

  async function endOthers(password: string) {
    // From here on another tab, or another call of this page, may find the session ended: the login form knows why by then.
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
        const told =
          error instanceof ApiProblem ? formFault(callFaultText(error)) : changePasswordFault(error);
        return setState({ ...start, fault: told });
      }
      setNewPassword(next);
      await endOthers(next);
    },

    /** Tries once more what did not work after the change. */
    async signOthersOut() {
      if (state.busy) return;
      setState({ ...state, busy: true, fault: null });
      await endOthers(newPassword);
    },
  };
}

/**
 * Begins a session with the new password. Where that takes more than the password, or does not work now, the login form takes over.
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
