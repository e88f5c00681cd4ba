import type { ReactNode } from 'react';
import styles from './Operator.module.css';

/** A part of the page with its heading, which the links at the top lead to. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{title}</h2>
      {children}
    </section>
  );
}
