/** Where somebody is in a scene with their eyes closed. */
export type GuidedStep = 'open' | 'settling' | 'asking' | 'choosing' | 'answering' | 'ended';

export type Side = 'left' | 'right';

export interface GuidedFlow {
  step: GuidedStep;
  choice: Side | null;
  /** The answers that have been heard to their end since the eyes were closed. */
  heard: readonly Side[];
}

export type GuidedEvent =
  | { type: 'begin' }
  /** There is something to hear, and the eyes have had time to close. */
  | { type: 'settled' }
  /** The line that was being spoken has ended. */
  | { type: 'spoken' }
  | { type: 'choose'; choice: Side }
  /** After the end: what the choice that was not taken would have brought. */
  | { type: 'hear-other' }
  | { type: 'open-eyes' };

/** Eyes open. */
export const eyesOpen: GuidedFlow = { step: 'open', choice: null, heard: [] };

/** The next step. What does not fit the step changes nothing; a choice need not wait until the question has ended. */
export function nextStep(flow: GuidedFlow, event: GuidedEvent): GuidedFlow {
  const { step, choice, heard } = flow;
  switch (event.type) {
    case 'begin':
      return { step: 'settling', choice: null, heard: [] };
    case 'open-eyes':
      return eyesOpen;
    case 'settled':
      return step === 'settling' ? { ...flow, step: 'asking' } : flow;
    case 'choose':
      return step === 'asking' || step === 'choosing'
        ? { ...flow, step: 'answering', choice: event.choice }
        : flow;
    case 'hear-other':
      return step === 'ended'
        ? { ...flow, step: 'answering', choice: choice === 'left' ? 'right' : 'left' }
        : flow;
    case 'spoken':
      if (step === 'asking') return { ...flow, step: 'choosing' };
      if (step === 'answering' && choice) return { ...flow, step: 'ended', heard: [...heard, choice] };
      return flow;
  }
}
