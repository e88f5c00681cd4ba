import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useKeptFocus } from '../ui/keep-focus.ts';
import { startWorkers } from './engine/start-workers.ts';
import { sampleRate } from './sample-rate.ts';
import { loadScene } from './scenes/load-scene.ts';
import type { World } from './world.ts';

const onItsWay = 'The sound is on its way.';

/** How a world is entered: on its stage, or with closed eyes in its guided scene and out of it again. */
export type ListeningView = 'stage' | 'guided';

/** A world that can be started, and what is shown of it. */
export interface Listening {
  /** What is shown while it sounds. */
  player: ReactElement | null;
  /** What somebody should know; for a status region. */
  message: string;
  /** The player and the scene are on their way. */
  busy: boolean;
  /** Starts it. Must be called within a press: browsers allow sound only then. */
  open(): Promise<void>;
  /** The button that starts it, which gets the focus back when a button ends it. */
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * Says what kind of sound the page makes. An iPhone whose switch is on silent plays nothing that is not `playback`; `auto`
 * leaves it to the device again. Browsers that know no such thing play anyway.
 */
function setAudioSession(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = type;
}

/**
 * Listening to a world. Nothing is brought or played before `open`; leaving the page, or looking at another, stops the sound
 * and frees the audio device.
 * @param door what the guided scene ends with: the way on from this world
 */
export function useListening(world: World, view: ListeningView, door?: ReactNode): Listening {
  const [player, setPlayer] = useState<ReactElement | null>(null);
  const [message, setMessage] = useState('');
  const [returned, setReturned] = useState(false);
  const busy = message === onItsWay;
  const end = useRef<(() => void) | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  // If the sound does not come, the button that was pressed is there to be pressed again.
  useKeptFocus(busy);
  useEffect(() => () => end.current?.(), []);

  useEffect(() => {
    // The button that was pressed is gone; the one that began it all is there again.
    if (returned) button.current?.focus();
  }, [returned]);

  async function open() {
    setMessage(onItsWay);
    setReturned(false);
    try {
      setAudioSession('playback');
      // Made within the press: later the browser would not let it sound.
      // Played in large parts, because nobody plays an instrument here: a device that wakes up less often has less work.
      const context = new AudioContext({ sampleRate, latencyHint: 'playback' });
      // What the player will ask of them comes while the player does.
      const workers = startWorkers(world);
      end.current = () => {
        workers.stop();
        void context.close();
        setAudioSession('auto');
      };
      const [{ startSession }, scene] = await Promise.all([import('./player/session.tsx'), loadScene(world)]);
      // Whoever has gone to another screen meanwhile hears nothing.
      if (context.state === 'closed') return;
      const session = startSession(context, scene, workers, { view, door }, (why, byButton) => {
        end.current = null;
        setAudioSession('auto');
        setPlayer(null);
        setMessage(why);
        setReturned(byButton);
      });
      end.current = () => {
        session.end();
        setAudioSession('auto');
      };
      setPlayer(session.player);
      setMessage('');
    } catch {
      end.current?.();
      end.current = null;
      setMessage('The sound did not come. Look at your connection and try again.');
    }
  }

  return { player, message, busy, open, button };
}
