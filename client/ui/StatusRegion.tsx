import type { ReactNode } from 'react';
import styles from './StatusRegion.module.css';

/**
 * A live region that is there before its text, and takes no room until then: one that appears together with its text is
 * often not read out. A notice inside is `silent`.
 */
export function StatusRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles['region']}>
      {children}
    </div>
  );
}
