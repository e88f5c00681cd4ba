import { classNames } from './class-names.ts';
import styles from './LoadingRings.module.css';
import { SoundRings } from './SoundRings.tsx';

interface LoadingRingsProps {
  label: string;
  /** Already inside a live region, which reads it out. */
  silent?: boolean;
  /** What follows in the page is not shown until this has come: it would move away from under the eyes and the finger. */
  alone?: boolean;
}

/** A loading indicator. `label` says what is loading, on the screen and to screen readers. */
export function LoadingRings({ label, silent, alone }: LoadingRingsProps) {
  return (
    <div
      className={classNames(styles['loading'], alone && styles['alone'])}
      role={silent ? undefined : 'status'}
    >
      <SoundRings size="large" sounding />
      <p>{label}</p>
    </div>
  );
}
