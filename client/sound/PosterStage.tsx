import styles from './PosterStage.module.css';
import type { Poster } from './posters.ts';

/** Radii of the rings at 1, 3, 6 and 12 metres, as the player's stage draws them. */
const rings = [27, 54, 76, 100];

/**
 * A preview of the stage from above: the rings of distance, and the position of each source. Decorative, because the text
 * beside it says the same.
 */
export function PosterStage({ sources }: Pick<Poster, 'sources'>) {
  return (
    <svg className={styles['stage']} viewBox="-114 -114 228 228" aria-hidden="true">
      {rings.map((radius) => (
        <circle key={radius} className={styles['ring']} r={radius} />
      ))}
      {sources.map(([name, x, y]) => (
        <g key={name}>
          <circle className={styles['halo']} cx={x} cy={y} r="6" />
          <circle className={styles['source']} cx={x} cy={y} r="3.4" />
          {/* Names are on the side away from the listener, where the button is not. */}
          <text className={styles['name']} x={x} y={y} dy={y < 0 ? '-1.2em' : '1.95em'}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
