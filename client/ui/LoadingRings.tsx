import styles from './LoadingRings.module.css';
import { SoundRings } from './SoundRings.tsx';

interface LoadingRingsProps {
  label: string;
  /** Already inside a live region, which reads it out. */
  silent?: boolean;
}

/** A loading indicator. `label` says what is loading, on the screen and to screen readers. */
export function LoadingRings({ label, silent = false }: LoadingRingsProps) {
  return (
    <div className={styles['loading']} role={silent ? undefined : 'status'}>
      <SoundRings size="large" sounding />
      <p>{label}</p>
    </div>
  );
}
