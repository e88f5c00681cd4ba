import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { announceHydrated, announceMissing, whyMissing } from '../ui/hydrated-event.ts';
import { inTime } from '../ui/in-time.ts';
import { giveFocus, useKeptFocus } from '../ui/keep-focus.ts';
import { startWorkers, type Workers } from './engine/start-workers.ts';
import type { ListeningView } from './player/session.tsx';
import { sampleRate } from './sample-rate.ts';
import { loadScene } from './scenes/load-scene.ts';
import type { World } from './world.ts';

const onItsWay = 'The sound is on its way.';

/** A scene that can be started, and its state. */
interface Listening {
  /** The player, while it plays. */
  player: ReactElement | null;
  /** A message for a status region. */
  message: string;
  /** The player and the scene are loading. */
  busy: boolean;
  /** Starts it. Must be called within a press, because browsers allow sound only then. */
  open(): Promise<void>;
  /** The start button, which gets the focus back when a button ends the scene. */
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * Audio Session API: sets the kind of sound. An iPhone in silent mode plays only `playback`; `auto` leaves it to the
 * device again. Browsers without the API play anyway.
 */
function setAudioSession(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = type;
}

/**
 * Listening to a scene. Nothing is loaded or played before `open`; leaving the page, or opening another, stops the sound
 * and frees the audio device.
 * @param door the call to action at the end of the guided scene
 */
export function useListening(world: World, view: ListeningView, door: ReactNode): Listening {
  const [player, setPlayer] = useState<ReactElement | null>(null);
  const [message, setMessage] = useState('');
  const [returned, setReturned] = useState(false);
  const busy = message === onItsWay;
  const end = useRef<(() => void) | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  // If the sound does not load, the focus returns to the button that was pressed, for a retry.
  useKeptFocus(busy);
  useEffect(() => () => end.current?.(), []);

  useEffect(() => {
    // The pressed button is gone; the focus returns to the start button.
    if (returned) giveFocus(button.current);
  }, [returned]);

  async function open() {
    setMessage(onItsWay);
    setReturned(false);
    try {
      setAudioSession('playback');
      let context: AudioContext | undefined;
      let workers: Workers | undefined;
      end.current = () => {
        workers?.stop();
        void context?.close();
        setAudioSession('auto');
      };
      try {
        // Created within the press, because later the browser would not allow sound.
        // High latency is fine, because nobody plays an instrument here: a device that wakes up less often has less work.
        context = new AudioContext({ sampleRate, latencyHint: 'playback' });
        // The workers load their makers while the player loads.
        workers = startWorkers(world);
      } catch {
        // The browser has one of them not. `startSession` says so: its words are not in the first load.
      }
      const [{ startSession }, scene] = await inTime(
        Promise.all([import('./player/session.tsx'), loadScene(world)]),
      );
      announceHydrated();
      // Somebody has gone to another screen meanwhile.
      if (context?.state === 'closed') return;
      const session = startSession(context, scene, workers, { view, door }, (why, byButton) => {
        end.current = null;
        setAudioSession('auto');
        setPlayer(null);
        setMessage(why);
        setReturned(byButton);
      });
      if (!session) return;
      // A scene that gave way to this one has taken it back.
      setAudioSession('playback');
      end.current = () => {
        session.end();
        setAudioSession('auto');
      };
      setPlayer(session.player);
      setMessage('');
    } catch {
      end.current?.();
      end.current = null;
      // Chrome never fetches a file again that an import has once failed to get.
      setMessage(`The sound did not come. ${whyMissing}`);
      announceMissing();
    }
  }

  return { player, message, busy, open, button };
}
