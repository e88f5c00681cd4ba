import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

export interface NoticeProps {
  kind: 'info' | 'error' | 'success';
  /** A short first line. */
  title?: string;
  children?: ReactNode;
  /** Buttons or links for what to do about it. */
  actions?: ReactNode;
  /** It stands in a live region already, which reads it out. */
  silent?: boolean;
}

/** Something the person should know now. An error is read out at once, the others when there is a pause. */
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
