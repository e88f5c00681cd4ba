import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { startWorkers } from './engine/start-workers.ts';
import styles from './ListenBlock.module.css';
import { PosterStage } from './PosterStage.tsx';
import { posterOf } from './posters.ts';
import { loadScene } from './scenes/load-scene.ts';
import type { World } from './world.ts';

/** Samples a second: the same everywhere, so that no device makes twice the work of it. */
const sampleRate = 44_100;
const onItsWay = 'The sound is on its way.';

/**
 * Says what kind of sound the page makes. An iPhone whose switch is on silent plays nothing that is not `playback`; `auto`
 * leaves it to the device again. Browsers that know no such thing play anyway.
 */
function setAudioSession(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = type;
}

/**
 * A world to listen to: a poster with one button. Nothing is brought or played before it is pressed; leaving the page, or
 * looking at another, stops the sound and frees the audio device.
 */
export function ListenBlock({ world }: { world: World }) {
  const [player, setPlayer] = useState<ReactElement | null>(null);
  const [message, setMessage] = useState('');
  const [returned, setReturned] = useState(false);
  const end = useRef<(() => void) | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const busy = message === onItsWay;
  const { title, line, sources } = posterOf(world);

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
      const context = new AudioContext({ sampleRate });
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
      const session = startSession(context, scene, workers, (why, byButton) => {
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

  return (
    <section
      className={classNames(styles['block'], !player && styles['closed'])}
      data-world={world}
      aria-labelledby={heading}
    >
      <div className={styles['words']}>
        <h2 id={heading}>{title}</h2>
        <p>{line} Put on headphones: they are all around you, and you can move them.</p>
      </div>
      {player ?? (
        <div className={styles['poster']}>
          <PosterStage sources={sources} />
          <Button ref={button} onClick={open} busy={busy} busyLabel="Listen" label={`Play: ${title}`} round>
            Play
          </Button>
        </div>
      )}
      <p role="status" className={styles['status']}>
        {message}
      </p>
    </section>
  );
}
