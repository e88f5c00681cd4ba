import { useEffect, useId, useRef, useState } from 'react';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonRow } from '../../ui/Page.tsx';
import { SoundRings } from '../../ui/SoundRings.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Engine } from '../engine/engine.ts';
import type { Head } from '../heads.ts';
import { directionWords, wrapped } from '../places.ts';
import { ravenCall } from '../synth/raven.ts';
import { FullScreen } from './FullScreen.tsx';
import styles from './RavenGame.module.css';
import { headOf, type RavenAnswer, ravenCalls } from './raven-calls.ts';
import { drawnPart, StageHandle } from './StageHandle.tsx';

interface RavenGameProps {
  engine: Engine;
  /** Called with the head size after six calls, while the game says which it is. */
  onFound(head: Head): void;
  /** Called when the game is left, whether a head was found or not. */
  onEnd(): void;
}

/**
 * How long the raven waits before it calls, in milliseconds: a screen reader reads out the dialog first, and then which call
 * it is, and must not talk over it.
 */
const firstWaitMilliseconds = 4000;
const waitMilliseconds = 1200;
/** The raven's distance in metres, and the degrees per key press. */
const metres = 2;
const stepDegrees = 5;

const headWords: Readonly<Record<Head, string>> = {
  small: 'Your ears are close together. From now on the sound is made for them.',
  middle: 'Your ears are as far apart as most. From now on the sound is made for them.',
  large: 'Your ears are far apart. From now on the sound is made for them.',
};

const wordsOf = (heard: number) => `${directionWords(heard)}, ${Math.abs(heard)} degrees`;

/**
 * A game of half a minute that finds the listener's head size: a raven calls six times in the dark, and the player points
 * to where it was.
 */
export function RavenGame({ engine, onFound, onEnd }: RavenGameProps) {
  const ring = useRef<HTMLDivElement>(null);
  const [calls] = useState(() => ravenCalls(Math.random));
  const [sound] = useState(() => ravenCall(engine.context.sampleRate));
  const [answers, setAnswers] = useState<readonly RavenAnswer[]>([]);
  const [heard, setHeard] = useState(0);
  const [calling, setCalling] = useState(false);
  const [said, setSaid] = useState('');
  const leave = useRef<HTMLButtonElement>(null);
  const call = calls[answers.length];
  const head = call ? null : headOf(answers);
  const turn = (heard * Math.PI) / 180;
  const help = useId();

  useEffect(() => {
    engine.turn(0);
    return engine.release;
  }, [engine]);

  useEffect(() => {
    if (!call) return;
    let left = false;
    engine.setHead(call.head);
    setCalling(true);
    const waiting = setTimeout(
      () => {
        void engine.hearAt(sound, { azimuth: call.azimuth, distance: metres }).then(() => {
          if (!left) setCalling(false);
        });
      },
      call === calls[0] ? firstWaitMilliseconds : waitMilliseconds,
    );
    return () => {
      left = true;
      clearTimeout(waiting);
    };
  }, [engine, sound, call, calls]);

  useEffect(() => {
    // The focused button of the last answer was removed.
    if (head) giveFocus(leave.current);
  }, [head]);

  function hearAgain() {
    // During playback the button does nothing. It is not disabled, because it would lose the focus.
    if (!call || calling) return;
    setCalling(true);
    void engine.hearAt(sound, { azimuth: call.azimuth, distance: metres }).then(() => setCalling(false));
  }

  function answer() {
    if (!call) return;
    const now = [...answers, { ...call, heard }];
    setAnswers(now);
    if (now.length === calls.length) onFound(headOf(now));
    setHeard(0);
    setSaid('');
  }

  const towards = (degrees: number) => setHeard(wrapped(Math.round(degrees)));

  /** For the buttons: unlike the slider, they do not read out the new value. */
  function step(degrees: number) {
    towards(heard + degrees);
    setSaid(wordsOf(wrapped(heard + degrees)));
  }

  return (
    <FullScreen aria-label="Where is the raven?" onClose={onEnd}>
      {(close) => (
        <div className={styles['inner']}>
          <h3>Where is the raven?</h3>
          <p role="status">
            {head
              ? headWords[head]
              : `Call ${answers.length + 1} of ${calls.length}.${answers.length === 0 ? ' Close your eyes, listen, then point to where it was.' : ''}`}
          </p>
          <VisuallyHidden>
            <span role="status">{said}</span>
          </VisuallyHidden>
          {head ? null : (
            <>
              <div ref={ring} className={styles['ring']}>
                <div className={styles['you']}>
                  <SoundRings size="large" sounding={calling} />
                </div>
                <StageHandle
                  stage={ring}
                  className={styles['raven']}
                  point={{ x: Math.sin(turn) / drawnPart, y: -Math.cos(turn) / drawnPart }}
                  label="Where you heard it"
                  value={heard}
                  valueText={wordsOf(heard)}
                  describedBy={help}
                  onDrag={({ x, y }) => towards((Math.atan2(x, -y) * 180) / Math.PI)}
                  onKey={(key) => {
                    if (key === 'Enter') {
                      answer();
                      return true;
                    }
                    const degrees = { ArrowLeft: -stepDegrees, ArrowRight: stepDegrees }[key];
                    if (degrees === undefined) return false;
                    towards(heard + degrees);
                    return true;
                  }}
                >
                  <span className={styles['dot']} />
                </StageHandle>
              </div>
              <p id={help} hidden>
                Left and right arrow keys move it round you, Enter says that it was here.
              </p>
              <ButtonRow>
                <Button variant="quiet" onClick={() => step(-stepDegrees)}>
                  Round to the left
                </Button>
                <Button onClick={answer}>It was here</Button>
                <Button variant="quiet" onClick={() => step(stepDegrees)}>
                  Round to the right
                </Button>
              </ButtonRow>
              <Button variant="quiet" onClick={hearAgain}>
                Hear it again
              </Button>
            </>
          )}
          {/* The dialog returns the focus to the button that opened it. */}
          <Button ref={leave} variant={head ? 'primary' : 'quiet'} onClick={close}>
            {head ? 'Back to the scene' : 'Leave the raven'}
          </Button>
        </div>
      )}
    </FullScreen>
  );
}
