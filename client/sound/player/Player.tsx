import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { giveFocus, isFocusLost } from '#client/ui/keep-focus.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Engine, EngineState } from '../engine/engine.ts';
import { captionOf, pausedText } from './caption.ts';
import { Ears } from './Ears.tsx';
import { EyesClosed } from './EyesClosed.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import styles from './Player.module.css';
import { Stage } from './Stage.tsx';
import { useGuided } from './use-guided.ts';
import { canTurnWithPhone, usePhoneHeading } from './use-phone-heading.ts';
import { useSoundPreferences } from './use-sound-preferences.ts';
import { Volume } from './Volume.tsx';

interface PlayerProps {
  engine: Engine;
  /** The call to action at the end of the guided scene. */
  door: ReactNode;
  onClose(): void;
}

/** The player: a scene's stage and controls. The creator of the engine must close it. */
export function Player({ engine, door, onClose }: PlayerProps) {
  const state = useSyncExternalStore(engine.subscribe, engine.snapshot);
  const guided = useGuided(engine);
  const preferences = useSoundPreferences(engine);
  const phone = usePhoneHeading(engine.turn);
  const first = useRef<HTMLButtonElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const { scene } = engine;

  // The pressed button is gone; its counterpart takes its place and the focus.
  useEffect(() => giveFocus(first.current), []);

  // All controls are gone, and one of them had the focus; whoever reads elsewhere stays there.
  const failed = state.state === 'failed';
  useEffect(() => {
    if (failed && isFocusLost()) giveFocus(closing.current);
  }, [failed]);

  // On the whole page: whoever reads on must not have to look for the button to hear their screen reader.
  useEffect(() => {
    const pause = ({ key }: KeyboardEvent) => {
      // In a dialog it closes that.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) void engine.pause();
    };
    document.addEventListener('keydown', pause);
    return () => document.removeEventListener('keydown', pause);
  }, [engine]);

  if (failed) {
    return (
      <Notice
        kind="error"
        title="The sound could not be made."
        actions={
          <Button ref={closing} onClick={onClose}>
            Close
          </Button>
        }
      >
        <p>{scene.description}</p>
      </Notice>
    );
  }
  const paused = state.state === 'paused';
  const silenced = preferences.muted || preferences.volume === 0;
  return (
    <div className={styles['player']}>
      <div className={styles['look']}>
        <p role="status" className={styles['status']}>
          {silenced && !paused ? 'Muted.' : statusOf(engine, state)}
        </p>
        {/* Before the stage in DOM order: from the focused button, Tab goes on to the sources. */}
        <div className={styles['row']}>
          <Button ref={first} variant="quiet" onClick={() => (paused ? engine.resume() : engine.pause())}>
            {paused ? 'Go on' : 'Pause'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Stop
          </Button>
        </div>
        <Stage engine={engine} state={state} />
        <p className={styles['caption']}>{captionOf(engine, state)}</p>
      </div>
      <div className={styles['controls']}>
        <Volume preferences={preferences} />
        <div className={styles['eyes']}>
          <p>Half a minute in the dark, and one choice.</p>
          <Button onClick={() => guided.send({ type: 'begin' })}>Close your eyes</Button>
        </div>
        <p className={styles['hint']}>
          Drag a source, or turn yourself in the middle. With the keyboard: Tab to one, then the arrow keys.
          Escape pauses it all.
        </p>
        <div className={styles['row']}>
          <Button variant="quiet" onClick={engine.reset}>
            Put everything back
          </Button>
          {canTurnWithPhone() ? (
            <Button variant="quiet" pressed={phone.state === 'on'} onClick={phone.toggle}>
              Turn with your phone
            </Button>
          ) : null}
        </div>
        {phone.state === 'refused' ? (
          <p role="status">Your phone does not tell this page how it is held. Turn yourself on the stage.</p>
        ) : null}
        <MoveButtons engine={engine} />
        <Ears engine={engine} preferences={preferences} />
        <details className={styles['details']}>
          <summary>The scene in words</summary>
          <p>{scene.description}</p>
        </details>
      </div>
      {guided.flow.step === 'open' ? null : (
        <EyesClosed engine={engine} state={state} guided={guided} door={door} muted={silenced} />
      )}
    </div>
  );
}

function statusOf({ scene }: Engine, { state, isStuck, ready }: EngineState): string {
  if (state === 'paused') return pausedText(isStuck);
  if (state === 'playing') return `${scene.title}. All ${scene.sources.length} sounds are playing.`;
  return ready.length === 0
    ? 'The dark is still quiet.'
    : `${scene.title}. The sounds come in, one after another.`;
}
