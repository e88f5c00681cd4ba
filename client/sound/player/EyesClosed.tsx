import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonRow } from '../../ui/Page.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Engine, EngineState } from '../engine/engine.ts';
import { type Recording, recordingOf } from '../engine/voice.ts';
import type { LineName, Scene } from '../scenes/scene.ts';
import { captionOf, pausedText } from './caption.ts';
import styles from './EyesClosed.module.css';
import { FullScreen } from './FullScreen.tsx';
import type { GuidedFlow, GuidedStep, Side } from './guided-flow.ts';
import { StageLights } from './StageLights.tsx';
import type { Guided } from './use-guided.ts';

interface EyesClosedProps {
  engine: Engine;
  state: EngineState;
  guided: Guided;
  /** Nothing is heard, because the listener has it so. */
  muted?: boolean;
  /** The call to action at the end of the scene. */
  door: ReactNode;
}

const choiceOfKey: Readonly<Record<string, Side>> = { ArrowLeft: 'left', ArrowRight: 'right' };
const sides = ['left', 'right'] as const;

/**
 * The guided scene in full screen: dark, only the sounds give light. Each half of the screen is one answer, because with
 * closed eyes no smaller target can be hit. The arrow keys answer too, even before the question has ended; Escape ends
 * it.
 */
export function EyesClosed({ engine, state, guided, muted, door }: EyesClosedProps) {
  const listen = useRef<HTMLHeadingElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const { scene } = engine;
  const { flow, seconds, send } = guided;
  const silent = guided.silent || muted;
  const { step, choice } = flow;
  const paused = state.state === 'paused';
  const answers = step === 'asking' || step === 'choosing';
  const line: LineName | null = step === 'settling' ? null : (choice ?? 'ask');
  const recording = line ? recordingOf(scene.world, line) : undefined;
  const isSpoken = recording !== undefined && !silent;
  // Screen readers read out what gets the focus. They must not talk over the voice.
  const place = isSpoken ? listen : words;

  // The buttons of the step before are gone, so the focus moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new line takes the focus
  useEffect(() => giveFocus(place.current), [line, answers, place]);

  function onKeyDown(event: KeyboardEvent) {
    const chosen = choiceOfKey[event.key];
    if (!chosen || !answers || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    send({ type: 'choose', choice: chosen });
  }

  function goOn() {
    // The focused button is removed.
    giveFocus(place.current);
    void engine.resume();
  }

  return (
    <FullScreen
      className={styles['dark']}
      data-world={scene.world}
      aria-label="With your eyes closed"
      onKeyDown={onKeyDown}
      onClose={() => send({ type: 'open-eyes' })}
    >
      {(close) => (
        <div className={styles['inner']}>
          <div className={styles['scene']} aria-hidden="true">
            <Picture
              className={styles['picture']}
              loading="eager"
              crops={[
                { art: `${scene.world}-tall`, sizes: '100vw', media: '(width < 56rem)' },
                { art: `${scene.world}-wide`, sizes: '100vw' },
              ]}
              alt=""
            />
            <StageLights engine={engine} state={state} />
            <p className={styles['caption']}>{captionOf(engine, state)}</p>
          </div>
          <h2 ref={listen} tabIndex={-1} className={styles['listen']}>
            <VisuallyHidden>Listen</VisuallyHidden>
          </h2>
          <p ref={words} tabIndex={-1} className={styles['words']}>
            {line ? (
              <SpokenWords key={line} text={scene.guided[line].words} seconds={seconds} />
            ) : (
              'Headphones on. Close your eyes.'
            )}
          </p>
          <p className={styles['note']}>{line ? noteOn(silent, recording) : ''}</p>
          {answers ? (
            <div className={classNames(styles['halves'], step === 'asking' && styles['later'])}>
              {sides.map((side) => (
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
          {step === 'ended' && door ? <div className={styles['door']}>{door}</div> : null}
          <ButtonRow>
            {paused ? <Button onClick={goOn}>Go on</Button> : null}
            {step === 'ended' ? <Again flow={flow} send={send} /> : null}
            {/* The dialog returns the focus to the button that opened it; only then may it close. */}
            <Button variant="quiet" onClick={close}>
              Open your eyes
            </Button>
          </ButtonRow>
          <p role="status" className={styles['status']}>
            {paused ? pausedText(state.isStuck) : statusOf(step, scene)}
          </p>
        </div>
      )}
    </FullScreen>
  );
}

/** After the end: the other answer, and when both have been heard, all of it once more. */
function Again({ flow: { heard }, send }: { flow: GuidedFlow; send: Guided['send'] }) {
  return sides.every((side) => heard.includes(side)) ? (
    <Button variant="quiet" onClick={() => send({ type: 'begin' })}>
      Hear it again
    </Button>
  ) : (
    <Button variant="quiet" onClick={() => send({ type: 'hear-other' })}>
      Hear the other answer
    </Button>
  );
}

interface SpokenWordsProps {
  text: string;
  /** The line's duration; null before it begins. */
  seconds: number | null;
}

/** A line whose words appear as they are spoken, timed by their number of letters. */
function SpokenWords({ text, seconds }: SpokenWordsProps) {
  let letters = 0;
  return text.split(/(?<= )/).map((word) => {
    const before = letters;
    letters += word.length;
    const style: CSSProperties | undefined =
      seconds === null ? undefined : { animationDelay: `${((before / text.length) * seconds).toFixed(2)}s` };
    return (
      <span key={before} className={styles[seconds === null ? 'unspoken' : 'spoken']} style={style}>
        {word}
      </span>
    );
  });
}

function noteOn(silent: boolean | undefined, recording: Recording | undefined): string {
  if (silent) return 'The voice is not heard. Read the line instead.';
  if (!recording) return 'Nobody has spoken this line yet. Read it.';
  return recording.placeholder ? 'A machine whispers in the place of the actor.' : '';
}

function statusOf(step: GuidedStep, { guided: { left, right } }: Scene): string {
  if (step === 'settling') return 'The sounds come in, one after another.';
  if (step === 'choosing') {
    // In a screen reader's reading mode (browse mode), arrow keys do not reach the page, but Tab does.
    return `Left: ${left.label}. Right: ${right.label}. Tap a half of the screen, press an arrow key, or Tab to an answer.`;
  }
  if (step === 'ended') return 'That was one moment of many.';
  return '';
}
