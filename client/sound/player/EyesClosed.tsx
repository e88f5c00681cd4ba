import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ButtonRow } from '../../ui/Page.tsx';
import { SoundRings } from '../../ui/SoundRings.tsx';
import { type Recording, recordingOf } from '../engine/voice.ts';
import type { LineName, Scene } from '../scenes/scene.ts';
import styles from './EyesClosed.module.css';
import type { Guided } from './use-guided.ts';

interface EyesClosedProps {
  scene: Scene;
  guided: Guided;
}

const choiceOfKey: Readonly<Record<string, 'left' | 'right'>> = { ArrowLeft: 'left', ArrowRight: 'right' };

/**
 * The whole screen goes dark, and each half of it is one answer: with closed eyes no smaller target can be hit. The
 * arrow keys answer too, Escape opens the eyes.
 */
export function EyesClosed({ scene, guided: { flow, silent, send } }: EyesClosedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const { step, choice } = flow;
  const answers = step === 'asking' || step === 'choosing';
  const line: LineName = choice ?? 'ask';
  const recording = recordingOf(scene.world, line);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  // The buttons of the step before are gone; whoever stood on one stands on the words now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new line takes the focus
  useEffect(() => words.current?.focus(), [line, answers]);

  function onKeyDown(event: KeyboardEvent) {
    const chosen = choiceOfKey[event.key];
    if (!chosen || !answers) return;
    event.preventDefault();
    send({ type: 'choose', choice: chosen });
  }

  return (
    <dialog
      ref={dialog}
      className={styles['dark']}
      aria-label="With your eyes closed"
      onKeyDown={onKeyDown}
      onClose={() => send({ type: 'open-eyes' })}
    >
      <div className={styles['inner']}>
        <div className={styles['line']}>
          <SoundRings size="large" sounding={step === 'asking' || step === 'answering'} />
          {/* The voice says it; it is announced only where there is none. */}
          <p
            ref={words}
            tabIndex={-1}
            className={styles['words']}
            aria-live={silent || !recording ? 'polite' : 'off'}
          >
            {scene.guided[line].words}
          </p>
          <p className={styles['note']}>{noteOn(silent, recording)}</p>
        </div>
        {answers ? (
          <div className={styles['halves']}>
            {(['left', 'right'] as const).map((side) => (
              <button
                key={side}
                type="button"
                className={styles['half']}
                onClick={() => send({ type: 'choose', choice: side })}
              >
                <span aria-hidden="true">{side === 'left' ? '←' : '→'}</span>
                {scene.guided[side].label}
              </button>
            ))}
          </div>
        ) : null}
        <ButtonRow>
          {step === 'ended' ? <Button onClick={() => send({ type: 'begin' })}>Hear it again</Button> : null}
          {/* The dialog gives the focus back to the button that opened it; then it may go. */}
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            Open your eyes
          </Button>
        </ButtonRow>
        <p role="status" className={styles['status']}>
          {statusOf(step)}
        </p>
      </div>
    </dialog>
  );
}

function noteOn(silent: boolean, recording: Recording | undefined): string {
  if (silent) return 'The voice did not come. Read the line instead.';
  if (!recording) return 'Nobody has spoken this line yet. Read it.';
  return recording.placeholder ? 'A machine whispers in the place of the actor.' : '';
}

function statusOf(step: Guided['flow']['step']): string {
  if (step === 'choosing') return 'Left or right: tap a half of the screen, or press an arrow key.';
  if (step === 'ended') return 'That was one moment of many.';
  return '';
}
