import type { ReactNode } from 'react';
import { LivingBanner } from './LivingBanner.tsx';
import styles from './Opening.module.css';

interface OpeningProps {
  /** The adventure's id, for the scene and the accent colour. */
  world: string;
  /** The picture's alternative text. */
  alt: string;
  /** Content above the scene: breadcrumbs. */
  above?: ReactNode;
  /** Title, text and the main action. */
  children: ReactNode;
}

/**
 * The hero section of a page about a game: its scene at full width. On a wide screen the text is on the banner's dark
 * left side; on a narrow one it overlaps the scene's bottom.
 */
export function Opening({ world, alt, above, children }: OpeningProps) {
  return (
    <div className={styles['opening']} data-world={world}>
      {above ? <div className={styles['above']}>{above}</div> : null}
      <LivingBanner className={styles['scene']} world={world} alt={alt} />
      <div className={styles['words']}>{children}</div>
    </div>
  );
}
