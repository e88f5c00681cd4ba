import { useEffect, useReducer, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { eyesOpen, type GuidedEvent, type GuidedFlow, nextStep } from './guided-flow.ts';
import { performBeat } from './perform-beat.ts';

/** The guided scene of a player. */
export interface Guided {
  flow: GuidedFlow;
  /** The voice did not come: the words must be read. */
  silent: boolean;
  send(event: GuidedEvent): void;
}

/** Runs the guided scene: each step that speaks performs its line, and its end is the next event. */
export function useGuided(engine: Engine): Guided {
  const [flow, dispatch] = useReducer(nextStep, eyesOpen);
  const [silent, setSilent] = useState(false);
  const { step, choice } = flow;

  // Who has to choose hears the world's tune meanwhile.
  useEffect(() => {
    if (step === 'choosing') engine.beginMusic();
  }, [engine, step]);

  useEffect(() => {
    const line = step === 'asking' ? 'ask' : step === 'answering' ? choice : null;
    if (!line) return;
    const abort = new AbortController();
    void performBeat(engine, line, abort.signal, () => setSilent(true)).then(() => {
      if (!abort.signal.aborted) dispatch({ type: 'spoken' });
    });
    return () => abort.abort();
  }, [engine, step, choice]);

  return {
    flow,
    silent,
    send(event) {
      if (event.type === 'begin' || event.type === 'open-eyes') {
        engine.reset();
        setSilent(false);
      }
      dispatch(event);
    },
  };
}
