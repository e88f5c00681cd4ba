/** The steps of a guided scene (state machine). */
export type GuidedStep = 'open' | 'settling' | 'asking' | 'choosing' | 'answering' | 'ended';

export type Side = 'left' | 'right';

export interface GuidedFlow {
  step: GuidedStep;
  choice: Side | null;
  /** The answers that were heard to their end since it began. */
  heard: readonly Side[];
}

export type GuidedEvent =
  | { type: 'begin' }
  /** The first sound is there, and the eyes have had time to close. */
  | { type: 'settled' }
  /** The line that was spoken has ended. */
  | { type: 'spoken' }
  | { type: 'choose'; choice: Side }
  /** After the end: hear the other answer. */
  | { type: 'hear-other' }
  | { type: 'open-eyes' };

/** Eyes open. */
export const eyesOpen: GuidedFlow = { step: 'open', choice: null, heard: [] };

/** The state after an event. Events that do not fit change nothing; a choice may come before the question has ended. */
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
