import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  kind: 'info' | 'error' | 'success';
  /** A short first line. */
  title?: string;
  children?: ReactNode;
  /** Buttons or links for the next action. */
  actions?: ReactNode;
  /** Already inside a live region, which reads it out. */
  silent?: boolean;
}

/** A message. An error is read out at once (assertive), others at the next pause (polite). */
export function Notice({ kind, title, children, actions, silent = false }: NoticeProps) {
  return (
    <div
      className={classNames(styles['notice'], styles[kind])}
      role={silent ? undefined : kind === 'error' ? 'alert' : 'status'}
    >
      {title ? <p className={styles['title']}>{title}</p> : null}
      {children ? <div className={styles['body']}>{children}</div> : null}
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </div>
  );
}
