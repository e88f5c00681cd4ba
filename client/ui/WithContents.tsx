import type { ReactNode } from 'react';
import styles from './WithContents.module.css';

interface WithContentsProps {
  label: string;
  chapters: readonly { id: string; title: string }[];
  children: ReactNode;
}

/** A long page with a table of contents: above it on a phone, sticky beside it on a wide screen. */
export function WithContents({ label, chapters, children }: WithContentsProps) {
  return (
    <div className={styles['columns']}>
      <nav className={styles['contents']} aria-label={label}>
        <ul className={styles['chapters']}>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a className={styles['chapter']} href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
