import styles from './LoadingRings.module.css';
import { SoundRings } from './SoundRings.tsx';

interface LoadingRingsProps {
  label: string;
  /** It stands in a live region already, which reads it out. */
  silent?: boolean;
}

/** Something is on its way. `label` says what, on the screen and to those who listen. */
export function LoadingRings({ label, silent = false }: LoadingRingsProps) {
  return (
    <div className={styles['loading']} role={silent ? undefined : 'status'}>
      <SoundRings size="large" sounding />
      <p>{label}</p>
    </div>
  );
}
