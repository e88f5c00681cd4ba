import type { ReactElement } from 'react';
import { createEngine } from '../engine/engine.ts';
import type { World } from '../world.ts';
import { Player } from './Player.tsx';

/** A world that sounds, from the press on Play until somebody stops it or leaves. */
export interface Session {
  player: ReactElement;
  /** Stops the sound and frees the audio device. */
  end(): void;
}

/**
 * Starts a world. Leaving the page, or looking at another, ends it.
 * @param context made within the press: later the browser would not let it sound
 * @param onEnd is told why it ended, in words for the person
 */
export function startSession(
  context: AudioContext,
  world: World,
  onEnd: (why: string, byButton: boolean) => void,
): Session {
  const engine = createEngine(context, world);
  const watch = new AbortController();
  const end = () => {
    watch.abort();
    void engine.close();
  };
  const leave = () => {
    end();
    onEnd('The sound stopped when you left the page.', false);
  };
  const leaveIfHidden = () => {
    if (document.hidden) leave();
  };
  window.addEventListener('pagehide', leave, watch);
  document.addEventListener('visibilitychange', leaveIfHidden, watch);
  // Somebody may have left while the code was on its way.
  queueMicrotask(leaveIfHidden);
  const stop = () => {
    end();
    onEnd('The sound has stopped.', true);
  };
  return { player: <Player engine={engine} onClose={stop} />, end };
}
