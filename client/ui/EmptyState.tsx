import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { SoundRings } from './SoundRings.tsx';

/** Where there is nothing yet: the house's sign without a sound, what is missing, and the way to it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <SoundRings size="large" />
      {children}
    </div>
  );
}
