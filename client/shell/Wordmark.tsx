import { SoundRings } from '#client/ui/SoundRings.tsx';
import { site } from '#shared/site.ts';
import styles from './Wordmark.module.css';

/** The logo and the name beside it. */
export function Wordmark() {
  return (
    <span className={styles['wordmark']}>
      <SoundRings />
      <span>{site.name}</span>
    </span>
  );
}
