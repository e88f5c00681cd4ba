import type { ReactNode } from 'react';
import styles from './PageHeading.module.css';

interface PageHeadingProps {
  children: ReactNode;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
}

/** The page's one h1. It takes the focus after a navigation, so that screen readers continue from here. */
export function PageHeading({ children, lead }: PageHeadingProps) {
  return (
    <div className={styles['heading']}>
      <h1 tabIndex={-1}>{children}</h1>
      {lead ? <p className={styles['lead']}>{lead}</p> : null}
    </div>
  );
}
