import { useEffect, useReducer, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { eyesOpen, type GuidedEvent, type GuidedFlow, nextStep } from './guided-flow.ts';
import { performBeat } from './perform-beat.ts';

/** In milliseconds after the first sound: on a slow device nobody waits for the last one. */
const longestSettling = 4000;

/** The guided scene of a player. */
export interface Guided {
  flow: GuidedFlow;
  /** The voice did not come: the words must be read. */
  silent: boolean;
  /** How long the line takes that is being spoken, in seconds; null while it is on its way. */
  seconds: number | null;
  send(event: GuidedEvent): void;
}

/**
 * Runs the guided scene: each step that speaks performs its line, and its end is the next event.
 * @param initial eyes open, or closed from the start
 */
export function useGuided(engine: Engine, initial: GuidedFlow = eyesOpen): Guided {
  const [flow, dispatch] = useReducer(nextStep, initial);
  const [silent, setSilent] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const { step, choice } = flow;

  useEffect(() => {
    if (step !== 'settling') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => dispatch({ type: 'settled' });
    const look = () => {
      const { state, ready } = engine.snapshot();
      // Where the sounds could not be made, the voice and the words are there all the same.
      if (state === 'playing' || state === 'failed') settle();
      else if (state === 'paused') {
        // Nobody is asked before there is anything to hear.
        clearTimeout(timer);
        timer = undefined;
      } else if (ready.length > 0) timer ??= setTimeout(settle, longestSettling);
    };
    const stop = engine.subscribe(look);
    look();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [engine, step]);

  // Who has to choose hears the world's tune meanwhile.
  useEffect(() => {
    if (step === 'choosing') engine.beginMusic();
  }, [engine, step]);

  useEffect(() => {
    const line = step === 'asking' ? 'ask' : step === 'answering' ? choice : null;
    if (!line) return;
    const abort = new AbortController();
    setSeconds(null);
    void performBeat(engine, line, abort.signal, {
      onSilent: () => setSilent(true),
      onBegin: setSeconds,
    }).then(() => {
      if (!abort.signal.aborted) dispatch({ type: 'spoken' });
    });
    return () => abort.abort();
  }, [engine, step, choice]);

  return {
    flow,
    silent,
    seconds,
    send(event) {
      // An answer is a press: now the browser lets a sound go on that it has held back, or that the device took away.
      if (event.type !== 'open-eyes') void engine.resume();
      if (event.type !== 'choose') {
        engine.reset();
        setSilent(false);
      }
      dispatch(event);
    },
  };
}
