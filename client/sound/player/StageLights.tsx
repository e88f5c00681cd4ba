import { classNames } from '../../ui/class-names.ts';
import type { Engine, EngineState } from '../engine/engine.ts';
import { toPoint } from '../places.ts';
import styles from './StageLights.module.css';

/**
 * The scene's sounds as rings of light on the floor of its picture, seen from behind the listener: what is ahead lies further up
 * and smaller. A ring goes out from whatever speaks up. The captions say the same in words.
 */
export function StageLights({ engine, state }: { engine: Engine; state: EngineState }) {
  const { places, ready, cue } = state;
  return (
    <div className={styles['floor']}>
      <span className={styles['listener']} />
      {engine.scene.sources.map(({ id }) => {
        const place = places[id];
        if (!place) return null;
        const { x, y } = toPoint(place);
        return (
          <span
            key={id}
            className={classNames(styles['light'], ready.includes(id) && styles['heard'])}
            style={{ left: `${50 + x * 46}%`, top: `${50 + y * 46}%`, scale: String(0.85 + y * 0.4) }}
          >
            {cue?.source === id ? <span key={cue.count} className={styles['pulse']} /> : null}
          </span>
        );
      })}
    </div>
  );
}
