import type { ConfirmEvent } from './confirming.ts';
import type { Fault } from './fault.ts';

/**
 * The state machine of Create account (specification, section 4): "CREATE, then CONFIRM after successful sign-up"; after confirmation the
 * person is signed in and sent on. Events that do not fit the state leave it as it is.
 */
export interface CreateAccountState {
  step: 'CREATE' | 'CONFIRM';
  busy: 'creating' | 'confirming' | 'resending' | 'signing-in' | null;
  username: string;
  /** Where the code went: the service's masked address, or what was typed. */
  destination: string;
  resent: boolean;
  fault: Fault | null;
}

export type CreateAccountEvent =
  | ConfirmEvent
  | { type: 'submitted'; username: string }
  | { type: 'created'; destination: string }
  /** Confirmed, by a code or because this pool confirms by itself; the automatic sign-in begins. */
  | { type: 'confirmed' };

export const initialCreateAccount: CreateAccountState = {
  step: 'CREATE',
  busy: null,
  username: '',
  destination: '',
  resent: false,
  fault: null,
};

/** The state after an event; the very same object when the event does not fit. */
export function createAccountFlow(state: CreateAccountState, event: CreateAccountEvent): CreateAccountState {
  const { step, busy } = state;
  const idle = busy === null;
  switch (event.type) {
    case 'submitted':
      if (step !== 'CREATE' || !idle) return state;
      return { ...state, busy: 'creating', username: event.username, fault: null };
    case 'created':
      if (busy !== 'creating') return state;
      return { ...state, step: 'CONFIRM', busy: null, destination: event.destination, fault: null };
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
    case 'refused':
      return { ...state, busy: null, fault: event.fault };
  }
}
