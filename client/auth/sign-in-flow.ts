import type { Fault } from '#client/ui/fault.ts';
import type { ConfirmEvent } from './confirming.ts';

/** How somebody signs in at LOGIN: by password, with a passkey, or with a mailed code. */
export type SignInWay = 'password' | 'passkey' | 'mailed-code';

/** What the form is waiting for when a way has been taken. */
const busyBy = {
  password: 'signing-in',
  passkey: 'asking-for-passkey',
  'mailed-code': 'mailing-code',
} as const satisfies Record<SignInWay, string>;

/**
 * The login's state machine (specification, section 4): LOGIN, "then CONFIRM when sign-in reports the account is not
 * confirmed". NEW_PASSWORD is the first sign-in of an account that an operator made, SECOND_FACTOR asks for the code of
 * an authenticator app, and MAILED_CODE for a mailed one, instead of the password or after it. Events that do not fit the
 * state leave it as it is, which makes a double submit harmless.
 */
export interface SignInState {
  step: 'LOGIN' | 'CONFIRM' | 'NEW_PASSWORD' | 'SECOND_FACTOR' | 'MAILED_CODE';
  /** What the form is waiting for; its buttons are disabled meanwhile. */
  busy: (typeof busyBy)[SignInWay] | 'confirming' | 'resending' | 'setting-password' | 'checking-code' | null;
  /** As sent to the service; later steps need it. */
  username: string;
  /** The secret to put into the authenticator app, when the account has none yet. */
  secret: string | null;
  /** Where the code was mailed, masked by the service. */
  destination: string | null;
  /** Another code went out. "Resending it once": the button of CONFIRM stays disabled afterwards. */
  resent: boolean;
  fault: Fault | null;
  /** Why the person is back at LOGIN, when it is not their fault. */
  notice: string | null;
}

export type SignInEvent =
  | ConfirmEvent
  | { type: 'submitted'; username: string; way?: SignInWay }
  | { type: 'unconfirmed' }
  | { type: 'newPasswordRequired' }
  | { type: 'secondFactorRequired'; secret: string | null }
  /** A code went out: the first of this sign-in, or another one. */
  | { type: 'codeMailed'; destination: string | null }
  /** The account is confirmed now; the automatic sign-in begins. */
  | { type: 'confirmed' }
  | { type: 'passwordSubmitted' }
  | { type: 'secondFactorSubmitted' }
  | { type: 'mailedCodeSubmitted' }
  /** The automatic sign-in failed, or nothing is left to confirm. */
  | { type: 'sentBackToLogin'; notice: string; fault: Fault | null }
  /** Back to LOGIN, for another account. */
  | { type: 'startedOver' }
  | { type: 'signedIn' };

/** The beginning, with the username filled in where it is known already. */
export function initialSignIn(username = '', notice: string | null = null): SignInState {
  const nothing = { secret: null, destination: null, resent: false, fault: null };
  return { step: 'LOGIN', busy: null, username, ...nothing, notice };
}

/** The state after an event; the very same object when the event does not fit. */
export function signInFlow(state: SignInState, event: SignInEvent): SignInState {
  const { step, busy } = state;
  const idle = busy === null;
  const signingIn = busy === 'signing-in' || busy === 'asking-for-passkey' || busy === 'mailing-code';
  switch (event.type) {
    case 'submitted':
      if (step !== 'LOGIN' || !idle) return state;
      return {
        ...state,
        busy: busyBy[event.way ?? 'password'],
        username: event.username,
        fault: null,
        notice: null,
      };
    case 'unconfirmed':
      if (!signingIn) return state;
      return { ...state, step: 'CONFIRM', busy: null, resent: false, fault: null };
    case 'newPasswordRequired':
      if (!signingIn) return state;
      return { ...state, step: 'NEW_PASSWORD', busy: null, fault: null };
    case 'secondFactorRequired':
      if (!signingIn && busy !== 'setting-password') return state;
      return { ...state, step: 'SECOND_FACTOR', busy: null, secret: event.secret, fault: null };
    case 'secondFactorSubmitted':
      if (step !== 'SECOND_FACTOR' || !idle) return state;
      return { ...state, busy: 'checking-code', fault: null };
    case 'codeMailed':
      if (!signingIn && busy !== 'setting-password' && busy !== 'resending') return state;
      return {
        ...state,
        step: 'MAILED_CODE',
        busy: null,
        fault: null,
        destination: event.destination,
        resent: busy === 'resending',
      };
    case 'mailedCodeSubmitted':
      if (step !== 'MAILED_CODE' || !idle) return state;
      return { ...state, busy: 'checking-code', resent: false, fault: null };
    case 'codeSubmitted':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...state, busy: 'confirming', fault: null };
    case 'confirmed':
      return busy === 'confirming' || busy === 'resending' ? { ...state, busy: 'signing-in' } : state;
    case 'resendRequested':
      if (!idle || (step !== 'MAILED_CODE' && (step !== 'CONFIRM' || state.resent))) return state;
      return { ...state, busy: 'resending', resent: false, fault: null };
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
      return signingIn || busy === 'setting-password' || busy === 'checking-code' ? initialSignIn() : state;
  }
}
