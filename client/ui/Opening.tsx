import type { ReactNode } from 'react';
import { LivingBanner } from './LivingBanner.tsx';
import styles from './Opening.module.css';

interface OpeningProps {
  /** Whose scene and accent: an adventure's id. */
  world: string;
  /** What the scene is like for somebody who does not see it. */
  alt: string;
  /** What stands before the scene: the way back. */
  above?: ReactNode;
  /** Title, words and the one thing to do. */
  children: ReactNode;
}

/**
 * The hero section of a page about a game: its scene from edge to edge. On a wide screen the words stand in the dark that each
 * banner keeps on its left; on a narrow one they rise from the scene's foot.
 */
export function Opening({ world, alt, above, children }: OpeningProps) {
  return (
    <div className={styles['opening']} data-world={world}>
      {above ? <div className={styles['above']}>{above}</div> : null}
      <LivingBanner className={styles['scene']} world={world} alt={alt} first />
      <div className={styles['words']}>{children}</div>
    </div>
  );
}
