import styles from './PosterStage.module.css';
import type { Poster } from './posters.ts';

/** Radii of the rings at 1, 3, 6 and 12 metres, as the player's stage draws them. */
const rings = [27, 54, 76, 100];

/**
 * The stage as it will be, from above: the rings of distance, and each source where it will sound. The words beside it say
 * the same, so it is hidden from those who listen to the page.
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
          {/* Names stand on the far side of the listener, where the button is not. */}
          <text className={styles['name']} x={x} y={y} dy={y < 0 ? '-1.2em' : '1.95em'}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
