import type { Fault } from '#client/ui/fault.ts';
import type { ConfirmEvent } from './confirming.ts';

/**
 * The state machine of Create account (specification, section 4): "CREATE, then CONFIRM after successful sign-up"; after
 * confirmation the person is signed in and sent on. Events that do not fit the state leave it as it is.
 */
export interface CreateAccountState {
  step: 'CREATE' | 'CONFIRM';
  busy: 'creating' | 'confirming' | 'resending' | 'signing-in' | null;
  username: string;
  /** As it was typed for this account. */
  email: string;
  /** Where the code was sent: the service's masked address, or what was typed. */
  destination: string;
  resent: boolean;
  fault: Fault | null;
  /** The username of an account that was created with another address before: the service does not allow it again. */
  takenUsername: string | null;
}

export type CreateAccountEvent =
  | ConfirmEvent
  | { type: 'submitted'; username: string; email: string }
  | { type: 'created'; destination: string }
  /** The page was reloaded before the account was confirmed. */
  | { type: 'cameBack'; username: string; destination: string }
  /** Confirmed, by a code or automatically by the pool; the automatic sign-in begins. */
  | { type: 'confirmed' }
  /** Back to CREATE: the code was sent to a wrong address, or one that has an account already. */
  | { type: 'startedOver' };

export const initialCreateAccount: CreateAccountState = {
  step: 'CREATE',
  busy: null,
  username: '',
  email: '',
  destination: '',
  resent: false,
  fault: null,
  takenUsername: null,
};

/** The state after an event; the very same object when the event does not fit. */
export function createAccountFlow(state: CreateAccountState, event: CreateAccountEvent): CreateAccountState {
  const { step, busy } = state;
  const idle = busy === null;
  switch (event.type) {
    case 'submitted':
      if (step !== 'CREATE' || !idle) return state;
      return { ...state, busy: 'creating', username: event.username, email: event.email, fault: null };
    case 'created':
      if (busy !== 'creating') return state;
      return { ...state, step: 'CONFIRM', busy: null, destination: event.destination, fault: null };
    case 'cameBack':
      if (step !== 'CREATE' || !idle) return state;
      return { ...state, step: 'CONFIRM', username: event.username, destination: event.destination };
    case 'codeSubmitted':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...state, busy: 'confirming', fault: null };
    case 'confirmed':
      return busy === null || busy === 'signing-in' ? state : { ...state, busy: 'signing-in', fault: null };
    case 'resendRequested':
      if (step !== 'CONFIRM' || !idle || state.resent) return state;
      return { ...state, busy: 'resending', fault: null };
    case 'resent':
      return busy === 'resending' ? { ...state, busy: null, resent: true } : state;
    case 'startedOver':
      if (step !== 'CONFIRM' || !idle) return state;
      return { ...initialCreateAccount, email: state.email, takenUsername: state.username };
    case 'refused':
      return { ...state, busy: null, fault: event.fault };
  }
}
