import { useEffect, useReducer, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { eyesOpen, type GuidedEvent, type GuidedFlow, nextStep } from './guided-flow.ts';
import { performBeat } from './perform-beat.ts';

/** In milliseconds after the first sound: on a slow device the scene does not wait for the last source. */
const longestSettling = 4000;

/** The guided scene of a player. */
export interface Guided {
  flow: GuidedFlow;
  /** The recording did not load: the text must be read. */
  silent: boolean;
  /** The duration of the current line, in seconds; null while it is loading. */
  seconds: number | null;
  send(event: GuidedEvent): void;
}

/**
 * Runs the guided scene: each spoken step performs its line, and the line's end is the next event.
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
      // Even if no source could be rendered, the voice and the text are there.
      if (state === 'playing' || state === 'failed') settle();
      else if (state === 'paused') {
        // Do not ask the question before anything can be heard.
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

  // While waiting for the choice, the music plays.
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
      // An answer is a user's press, so the browser now allows a sound that it blocked, or that the device interrupted.
      if (event.type !== 'open-eyes') void engine.resume();
      if (event.type !== 'choose') {
        engine.reset();
        setSilent(false);
      }
      dispatch(event);
    },
  };
}
