import type { ConfirmEvent } from './confirming.ts';
import type { Fault } from './fault.ts';

/**
 * The login's state machine (specification, section 4): LOGIN, "then CONFIRM when sign-in reports the account is not confirmed".
 * NEW_PASSWORD is the first sign-in of an account that an operator made, SECOND_FACTOR asks for the code of an authenticator app. Every event that does not fit the state leaves
 * it as it is, which is what makes a second submit harmless.
 */
export interface SignInState {
  step: 'LOGIN' | 'CONFIRM' | 'NEW_PASSWORD' | 'SECOND_FACTOR';
  /** What the form is waiting for; its buttons are disabled meanwhile. */
  busy: 'signing-in' | 'confirming' | 'resending' | 'setting-password' | 'checking-code' | null;
  /** As sent to the service. Kept for the steps that follow. */
  username: string;
  /** What goes into the authenticator app first, when the account has none yet. */
  secret: string | null;
  /** "Resending it once": the button stays disabled afterwards. */
  resent: boolean;
  fault: Fault | null;
  /** Why the person is back at LOGIN, when it is no fault of theirs. */
  notice: string | null;
}

export type SignInEvent =
  | ConfirmEvent
  | { type: 'submitted'; username: string }
  | { type: 'unconfirmed' }
  | { type: 'newPasswordRequired' }
  | { type: 'secondFactorRequired'; secret: string | null }
  /** The account is confirmed now; the automatic sign-in begins. */
  | { type: 'confirmed' }
  | { type: 'passwordSubmitted' }
  | { type: 'secondFactorSubmitted' }
  /** The automatic sign-in did not work, or nothing is left to confirm. */
  | { type: 'sentBackToLogin'; notice: string; fault: Fault | null }
  /** Back to LOGIN, for another account. */
  | { type: 'startedOver' }
  | { type: 'signedIn' };

/** The beginning, with the username filled in where it is known already. */
export function initialSignIn(username = '', notice: string | null = null): SignInState {
  return { step: 'LOGIN', busy: null, username, secret: null, resent: false, fault: null, notice };
}

/** The state after an event; the very same object when the event does not fit. */
export function signInFlow(state: SignInState, event: SignInEvent): SignInState {
  const { step, busy } = state;
  const idle = busy === null;
  switch (event.type) {
    case 'submitted':
      if (step !== 'LOGIN' || !idle) return state;
      return { ...state, busy: 'signing-in', username: event.username, fault: null, notice: null };
    case 'unconfirmed':
      if (busy !== 'signing-in') return state;
      return { ...state, step: 'CONFIRM', busy: null, resent: false, fault: null };
    case 'newPasswordRequired':
      if (busy !== 'signing-in') return state;
      return { ...state, step: 'NEW_PASSWORD', busy: null, fault: null };
    case 'secondFactorRequired':
      if (busy !== 'signing-in' && busy !== 'setting-password') return state;
      return { ...state, step: 'SECOND_FACTOR', busy: null, secret: event.secret, fault: null };
    case 'secondFactorSubmitted':
      if (step !== 'SECOND_FACTOR' || !idle) return state;
      return { ...state, busy: 'checking-code', fault: null };
    case 'codeSubmitted':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...state, busy: 'confirming', fault: null };
    case 'confirmed':
      return busy === 'confirming' || busy === 'resending' ? { ...state, busy: 'signing-in' } : state;
    case 'resendRequested':
      if (step !== 'CONFIRM' || !idle || state.resent) return state;
      return { ...state, busy: 'resending', fault: null };
    case 'resent':
      return busy === 'resending' ? { ...state, busy: null, resent: true } : state;
    case 'passwordSubmitted':
      if (step !== 'NEW_PASSWORD' || !idle) return state;
      return { ...state, busy: 'setting-password', fault: null };
    case 'refused':
      return { ...state, busy: null, fault: event.fault, notice: null };
    case 'sentBackToLogin':
      if (step === 'LOGIN') return state;
      return { ...initialSignIn(state.username, event.notice), fault: event.fault };
    case 'startedOver':
      return step !== 'LOGIN' && idle ? initialSignIn() : state;
    case 'signedIn':
      return busy === 'signing-in' || busy === 'setting-password' || busy === 'checking-code'
        ? initialSignIn()
        : state;
  }
}
