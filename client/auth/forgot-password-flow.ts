import type { Fault } from '#client/ui/fault.ts';
import type { ConfirmEvent } from './confirming.ts';

/**
 * The state machine of Forgot password (specification, section 4): STEP_1 to STEP_2 to STEP_3; for an account whose sign-up is
 * unconfirmed STEP_1 to CONFIRM to RESET_PW_AFTER_CONFIRMING_EMAIL to STEP_3. Events that do not fit the state leave it as it is.
 */
export interface ForgotPasswordState {
  step: 'STEP_1' | 'STEP_2' | 'STEP_3' | 'CONFIRM' | 'RESET_PW_AFTER_CONFIRMING_EMAIL';
  busy: 'sending' | 'confirming' | 'resending' | 'changing' | null;
  username: string;
  /** Where the reset code was sent, masked by the service, if it said so. */
  destination: string | null;
  /** Another confirmation code has been sent from CONFIRM. */
  resent: boolean;
  /** The new password also signed everybody out who was signed in before. */
  isAlone: boolean;
  fault: Fault | null;
}

export type ForgotPasswordEvent =
  | ConfirmEvent
  /** STEP_1: send a reset code. */
  | { type: 'submitted'; username: string }
  /** A reset code was sent, from STEP_1 or after confirming. */
  | { type: 'codeSent'; destination: string | null }
  /** No reset code before the account is confirmed; a confirmation code was sent instead. */
  | { type: 'confirmationSent' }
  /** Confirmed: the new reset code is being sent. */
  | { type: 'confirmed' }
  /** Confirmed, but the reset code could not be sent: it must be requested again. */
  | { type: 'resetCodeFailed'; fault: Fault }
  | { type: 'passwordSubmitted' }
  /** `isAlone`: everybody who was signed in before is signed out. */
  | { type: 'passwordChanged'; isAlone: boolean }
  /** The page was loaded again after a code was sent. */
  | { type: 'cameBack'; username: string; destination: string | null }
  /** Back to STEP_1, for another username or another code. */
  | { type: 'startedOver' };

/** The beginning, with the username filled in where it is known already. */
export function initialForgotPassword(username = ''): ForgotPasswordState {
  return {
    step: 'STEP_1',
    busy: null,
    username,
    destination: null,
    resent: false,
    isAlone: false,
    fault: null,
  };
}

/** The state after an event; the very same object when the event does not fit. */
export function forgotPasswordFlow(
  state: ForgotPasswordState,
  event: ForgotPasswordEvent,
): ForgotPasswordState {
  const { step, busy } = state;
  const idle = busy === null;
  const settingPassword = step === 'STEP_2' || step === 'RESET_PW_AFTER_CONFIRMING_EMAIL';
  switch (event.type) {
    case 'submitted':
      if (step !== 'STEP_1' || !idle) return state;
      return { ...state, busy: 'sending', username: event.username, fault: null };
    case 'codeSent': {
      if (busy !== 'sending') return state;
      const next = step === 'CONFIRM' ? 'RESET_PW_AFTER_CONFIRMING_EMAIL' : 'STEP_2';
      return { ...state, step: next, busy: null, destination: event.destination };
    }
    case 'confirmationSent':
      if (step !== 'STEP_1' || busy !== 'sending') return state;
      return { ...state, step: 'CONFIRM', busy: null, resent: false };
    case 'codeSubmitted':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...state, busy: 'confirming', fault: null };
    case 'confirmed':
      if (step !== 'CONFIRM' || idle || busy === 'sending') return state;
      return { ...state, busy: 'sending', fault: null };
    case 'resetCodeFailed':
      if (step !== 'CONFIRM' || busy !== 'sending') return state;
      return { ...initialForgotPassword(state.username), fault: event.fault };
    case 'resendRequested':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...state, busy: 'resending', resent: false, fault: null };
    case 'resent':
      return busy === 'resending' ? { ...state, busy: null, resent: true } : state;
    case 'passwordSubmitted':
      if (!settingPassword || !idle) return state;
      return { ...state, busy: 'changing', fault: null };
    case 'passwordChanged':
      if (busy !== 'changing') return state;
      return { ...initialForgotPassword(state.username), step: 'STEP_3', isAlone: event.isAlone };
    case 'refused':
      return { ...state, busy: null, fault: event.fault };
    case 'cameBack': {
      if (step !== 'STEP_1' || !idle) return state;
      const { username, destination } = event;
      return { ...initialForgotPassword(username), step: 'STEP_2', destination };
    }
    case 'startedOver':
      return idle ? initialForgotPassword(state.username) : state;
  }
}
