import styles from './LoadingRings.module.css';
import { SoundRings } from './SoundRings.tsx';

/** Something is on its way. `label` says what, on the screen and to those who listen. */
export function LoadingRings({ label }: { label: string }) {
  return (
    <div className={styles['loading']} role="status">
      <SoundRings size="large" sounding />
      <p>{label}</p>
    </div>
  );
}
