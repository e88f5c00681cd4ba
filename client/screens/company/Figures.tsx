import type { ReactNode } from 'react';
import styles from './Figures.module.css';

interface FiguresProps {
  figures: readonly { number: string; about: ReactNode }[];
}

/** Numbers that speak for themselves, each with what it counts. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={styles['figures']}>
      {figures.map(({ number, about }) => (
        <div key={number} className={styles['figure']}>
          <dt className={styles['about']}>{about}</dt>
          <dd className={styles['number']}>{number}</dd>
        </div>
      ))}
    </dl>
  );
}
