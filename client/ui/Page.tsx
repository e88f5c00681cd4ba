import type { ReactNode } from 'react';
import { BusyArea } from './busy-area.tsx';
import { classNames } from './class-names.ts';
import styles from './Page.module.css';

interface PageProps {
  children: ReactNode;
  /** `wide` for lists of products and pictures; `narrow`, one column of text or one form, by default. */
  width?: 'narrow' | 'wide';
  /** Gives the page an adventure's accent and light; its id. */
  world?: string;
  /** The page is for a task: promotions of the page frame are reduced (`DownloadLinks.module.css`). */
  task?: boolean;
}

/** A screen's container: margins and width. */
export function Page({ children, width = 'narrow', world, task }: PageProps) {
  return (
    <div className={classNames(styles['page'], styles[width])} data-world={world} data-task={task}>
      <BusyArea>{children}</BusyArea>
    </div>
  );
}

/** A vertical stack with even spacing: `close` for the parts of one thing, `far` for the sections of a page. */
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
  /** The picture on a narrow screen: left out by default, for the form has its own; or on top at full width, on a tablet beside it. */
  narrow?: 'left out' | 'foremost';
}

/** Two columns on a wide screen: the form, and a picture beside it. */
export function Beside({ children, picture, narrow }: BesideProps) {
  return (
    <div className={classNames(styles['beside'], narrow === 'foremost' && styles['foremost'])}>
      <div className={styles['column']}>{children}</div>
      <div className={styles['picture']}>{picture}</div>
    </div>
  );
}

/** Buttons in a row, wrapping if there is no room. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>;
}
