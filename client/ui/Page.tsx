import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Page.module.css';

export interface PageProps {
  children: ReactNode;
  /** `wide` for shelves and pictures; `narrow`, one column of text or one form, by default. */
  width?: 'narrow' | 'wide';
  /** Lends the page that world's accent and light; an adventure's id. */
  world?: string;
  /** Something is being done here, and the shell's own offers stand back (`DownloadLinks.module.css`). */
  task?: boolean;
}

/** The room a screen stands in: its margins and its width. */
export function Page({ children, width = 'narrow', world, task }: PageProps) {
  return (
    <div className={classNames(styles['page'], styles[width])} data-world={world} data-task={task}>
      {children}
    </div>
  );
}

/** Things below one another at one distance. `close` for the parts of one thing, `far` for the parts of a page. */
export function Stack({
  children,
  gap = 'normal',
}: {
  children: ReactNode;
  gap?: 'close' | 'normal' | 'far';
}) {
  return <div className={classNames(styles['stack'], styles[gap])}>{children}</div>;
}

interface BesideProps {
  children: ReactNode;
  picture: ReactNode;
  /** What a narrow screen does with the picture: left out, because what is done has its own, or the foremost thing, edge to edge. */
  narrow?: 'left out' | 'foremost';
}

/** Two columns on a wide screen: what is done here, and beside it the picture of what it is about. */
export function Beside({ children, picture, narrow = 'left out' }: BesideProps) {
  return (
    <div className={classNames(styles['beside'], narrow === 'foremost' && styles['foremost'])}>
      <div className={styles['column']}>{children}</div>
      <div className={styles['picture']}>{picture}</div>
    </div>
  );
}

/** Buttons beside one another, below one another where there is no room. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>;
}
