/** Where somebody is in a scene with their eyes closed. */
export type GuidedStep = 'open' | 'asking' | 'choosing' | 'answering' | 'ended';

export interface GuidedFlow {
  step: GuidedStep;
  choice: 'left' | 'right' | null;
}

export type GuidedEvent =
  | { type: 'begin' }
  /** The line that was being spoken has ended. */
  | { type: 'spoken' }
  | { type: 'choose'; choice: 'left' | 'right' }
  | { type: 'open-eyes' };

/** Eyes open, as every player starts. */
export const eyesOpen: GuidedFlow = { step: 'open', choice: null };

/** The next step. What does not fit the step changes nothing; a choice need not wait until the question has ended. */
export function nextStep(flow: GuidedFlow, event: GuidedEvent): GuidedFlow {
  switch (event.type) {
    case 'begin':
      return { step: 'asking', choice: null };
    case 'open-eyes':
      return eyesOpen;
    case 'choose':
      return flow.step === 'asking' || flow.step === 'choosing'
        ? { step: 'answering', choice: event.choice }
        : flow;
    case 'spoken':
      if (flow.step === 'asking') return { ...flow, step: 'choosing' };
      if (flow.step === 'answering') return { ...flow, step: 'ended' };
      return flow;
  }
}
