import type { Unlocked } from './activation-words.ts';
import type { DeletionFault } from './deletion-fault.ts';

/**
 * The account page's modes (specification, section 4): normal, unlock content, delete confirmation. "Go Back and Try
 * Again reset the code and error; Go Back reloads products." Events that do not fit the mode leave it as it is.
 */
export type AccountPageMode =
  | { mode: 'normal' }
  | { mode: 'unlock'; status: 'entering' | 'checking'; code: string; error: string | null }
  /** With the unlocked things, as far as the shop knows them. */
  | { mode: 'unlock'; status: 'success'; code: string; unlocked: readonly Unlocked[] }
  | { mode: 'unlock'; status: 'error'; code: string; error: string }
  /** `fault` is the last attempt's, also during another attempt. */
  | { mode: 'delete'; deleting: boolean; fault: DeletionFault | null }
  /** Deleting needs re-authentication first. */
  | { mode: 'prove' };

export type AccountPageEvent =
  | { type: 'unlockOpened' }
  | { type: 'codeTyped'; code: string }
  | { type: 'codeMissing'; error: string }
  | { type: 'codeSubmitted' }
  | { type: 'codeAccepted'; unlocked: readonly Unlocked[] }
  | { type: 'codeRefused'; error: string }
  | { type: 'triedAgain' }
  | { type: 'wentBack' }
  | { type: 'deleteOpened' }
  | { type: 'deleteConfirmed' }
  | { type: 'deleteFailed'; fault: DeletionFault }
  | { type: 'proofNeeded' }
  | { type: 'proved' }
  | { type: 'deleteCancelled' };

export const initialAccountPage: AccountPageMode = { mode: 'normal' };

/** The state after an event; the very same object when the event does not fit. */
export function accountPageMode(state: AccountPageMode, event: AccountPageEvent): AccountPageMode {
  const entering: AccountPageMode = { mode: 'unlock', status: 'entering', code: '', error: null };
  switch (event.type) {
    case 'unlockOpened':
      return state.mode === 'normal' ? entering : state;
    case 'codeTyped':
      return isEntering(state) ? { ...entering, code: event.code } : state;
    case 'codeMissing':
      return isEntering(state) ? { ...entering, code: state.code, error: event.error } : state;
    case 'codeSubmitted':
      return isEntering(state) ? { ...entering, code: state.code, status: 'checking' } : state;
    case 'codeAccepted':
      return isChecking(state)
        ? { mode: 'unlock', status: 'success', code: '', unlocked: event.unlocked }
        : state;
    case 'codeRefused':
      return isChecking(state)
        ? { mode: 'unlock', status: 'error', code: state.code, error: event.error }
        : state;
    case 'triedAgain':
      return state.mode === 'unlock' && state.status === 'error' ? entering : state;
    case 'wentBack':
      return state.mode === 'unlock' && !isChecking(state) ? { mode: 'normal' } : state;
    case 'deleteOpened':
      return state.mode === 'normal' ? { mode: 'delete', deleting: false, fault: null } : state;
    case 'deleteConfirmed':
      return state.mode === 'delete' && !state.deleting ? { ...state, deleting: true } : state;
    case 'deleteFailed':
      return state.mode === 'delete' && state.deleting
        ? { mode: 'delete', deleting: false, fault: event.fault }
        : state;
    case 'proofNeeded':
      return state.mode === 'delete' && state.deleting ? { mode: 'prove' } : state;
    case 'proved':
      return state.mode === 'prove' ? { mode: 'delete', deleting: true, fault: null } : state;
    case 'deleteCancelled':
      return state.mode === 'prove' || (state.mode === 'delete' && !state.deleting && isCancellable(state))
        ? { mode: 'normal' }
        : state;
  }
}

/** A deletion that is recorded at the server, or may be, cannot be cancelled by leaving the page. */
export function isCancellable({ fault }: Extract<AccountPageMode, { mode: 'delete' }>): boolean {
  return fault === null || fault.kind === 'refused';
}

type Unlocking = Extract<AccountPageMode, { mode: 'unlock' }>;

const isEntering = (state: AccountPageMode): state is Unlocking =>
  state.mode === 'unlock' && state.status === 'entering';
const isChecking = (state: AccountPageMode): state is Unlocking =>
  state.mode === 'unlock' && state.status === 'checking';
