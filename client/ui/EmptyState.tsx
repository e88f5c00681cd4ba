import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { SoundRings } from './SoundRings.tsx';

/** An empty state: the logo without sound rings, what is missing, and a link to it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <SoundRings size="large" />
      {children}
    </div>
  );
}
