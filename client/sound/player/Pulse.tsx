import { classNames } from '../../ui/class-names.ts';
import type { EngineState } from '../engine/engine.ts';
import styles from './Pulse.module.css';

interface PulseProps {
  source: string;
  cue: EngineState['cue'];
  /** Sets how far the ring spreads. */
  className: string | undefined;
}

/** An animated ring of light around a source at each of its cues. */
export function Pulse({ source, cue, className }: PulseProps) {
  if (cue?.source !== source) return null;
  return <span key={cue.count} className={classNames(styles['pulse'], className)} />;
}
