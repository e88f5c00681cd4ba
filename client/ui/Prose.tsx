import type { ReactNode } from 'react';
import styles from './Prose.module.css';

/** Running text: paragraphs, lists and subheadings in short lines. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles['prose']}>{children}</div>;
}

/**
 * Running text that is kept as HTML. Only for text of our own, such as the catalogue's descriptions: it is put into the
 * page as it stands.
 */
export function HtmlProse({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text comes from this repository, never from a visitor
  return <div className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
