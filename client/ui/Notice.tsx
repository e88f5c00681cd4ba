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
  /** `false` as long as there is nothing to say: its live region is there already, and takes no room. */
  shown?: boolean;
  /** What stands in its place as long as it is not shown, and is read out as well. */
  until?: ReactNode;
  /** Read out in another way: it is inside a live region, or describes what gets the focus. */
  silent?: boolean;
  /** It changes while the page is open: only what is new in it is read out, at the next pause. */
  changes?: boolean;
}

/**
 * A message. An error is read out at once (assertive), others at the next pause (polite). A live region that appears
 * together with its words is often not read out, so what may come late is there before, not `shown`. The actions are
 * outside the region, which would read their names as if they were sentences.
 */
export function Notice({
  kind,
  title,
  children,
  actions,
  shown = true,
  until,
  silent,
  changes,
}: NoticeProps) {
  const role = kind === 'error' && !changes ? 'alert' : 'status';
  return (
    <div className={shown ? classNames(styles['notice'], styles[kind]) : styles['unsaid']}>
      <div role={silent ? undefined : role} aria-atomic={changes ? false : undefined}>
        {shown && title ? <p className={styles['title']}>{title}</p> : null}
        {shown && children ? <div className={styles['body']}>{children}</div> : null}
        {shown ? null : until}
      </div>
      {shown && actions ? <div className={styles['actions']}>{actions}</div> : null}
    </div>
  );
}
