import { classNames } from '../../ui/class-names.ts';
import type { EngineState } from '../engine/engine.ts';
import styles from './Pulse.module.css';

interface PulseProps {
  source: string;
  cue: EngineState['cue'];
  /** Says how far the ring goes. */
  className: string | undefined;
}

/** A ring of light that goes out from a source each time it speaks up. */
export function Pulse({ source, cue, className }: PulseProps) {
  if (cue?.source !== source) return null;
  return <span key={cue.count} className={classNames(styles['pulse'], className)} />;
}
