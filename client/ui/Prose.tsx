import type { ReactNode, Ref } from 'react';
import styles from './Prose.module.css';

/** Running text: paragraphs, lists and subheadings in short lines. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles['prose']}>{children}</div>;
}

/**
 * Running text from HTML. Only for our own texts, such as the catalogue's descriptions, because it is inserted unchanged.
 */
export function HtmlProse({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text comes from this repository, never from a visitor
  return <div ref={ref} className={styles['prose']} dangerouslySetInnerHTML={{ __html: html }} />;
}
