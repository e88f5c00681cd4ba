import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Engine, EngineState } from '../engine/engine.ts';
import { toPoint } from '../places.ts';
import { Pulse } from './Pulse.tsx';
import styles from './StageLights.module.css';

/**
 * The scene's sounds as rings of light on the floor of its picture, seen from behind the listener: sounds ahead are
 * further up and smaller. Each glows with its loudness, and pulses at its cues. The captions say the same in words.
 */
export function StageLights({ engine, state }: { engine: Engine; state: EngineState }) {
  const { places, ready, cue } = state;
  const floor = useGlow(engine);
  return (
    <div ref={floor} className={styles['floor']}>
      <span className={styles['listener']} />
      {engine.scene.sources.map(({ id }) => {
        const place = places[id];
        if (!place) return null;
        const { x, y } = toPoint(place);
        return (
          <span
            key={id}
            data-source={id}
            className={classNames(styles['light'], ready.includes(id) && styles['heard'])}
            style={{ left: `${50 + x * 46}%`, top: `${50 + y * 46}%`, scale: String(0.85 + y * 0.4) }}
          >
            <Pulse source={id} cue={cue} className={styles['pulse']} />
          </span>
        );
      })}
    </div>
  );
}

/** Interval of updating the lights, in milliseconds: more often would be invisible and still cost painting. */
const glowMilliseconds = 50;

/** Keeps each light's `--loudness` up to date; not with `prefers-reduced-motion`. */
function useGlow(engine: Engine) {
  const floor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const glowing = setInterval(() => {
      for (const light of floor.current?.querySelectorAll<HTMLElement>('[data-source]') ?? []) {
        const loudness = engine.loudnessOf(light.dataset['source'] ?? '');
        light.style.setProperty('--loudness', loudness.toFixed(2));
      }
    }, glowMilliseconds);
    return () => clearInterval(glowing);
  }, [engine]);
  return floor;
}
