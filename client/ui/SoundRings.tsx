import { classNames } from './class-names.ts';
import styles from './SoundRings.module.css';

interface SoundRingsProps {
  /** `1em` by default. */
  size?: 'text' | 'large';
  /** Animates the rings outwards; static with `prefers-reduced-motion`. */
  sounding?: boolean;
}

/** The logo: a listener seen from above, and rings of sound around them. Decorative, so hidden from screen readers. */
export function SoundRings({ size = 'text', sounding }: SoundRingsProps) {
  return (
    <svg
      className={classNames(
        styles['rings'],
        size === 'large' && styles['large'],
        sounding && styles['sounding'],
      )}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle className={styles['listener']} cx="32" cy="32" r="5" />
      <path className={styles['ear']} d="M25 27.5a8.4 8.4 0 0 0 0 9M39 27.5a8.4 8.4 0 0 1 0 9" />
      <circle className={styles['ring']} cx="32" cy="32" r="15" />
      <circle className={styles['ring']} cx="32" cy="32" r="22.5" />
      <circle className={styles['ring']} cx="32" cy="32" r="30" />
    </svg>
  );
}
