import { classNames } from './class-names.ts';
import styles from './LivingBanner.module.css';
import { Picture, type PictureCrop } from './Picture.tsx';

interface LivingBannerProps {
  /** Whose scene: an adventure's id. */
  world: string;
  /** What the scene is like for somebody who does not see it. */
  alt: string;
  /** The largest thing of the first screen. */
  first?: boolean;
  className?: string | undefined;
}

/** Where the phone's crop gives way to the wide one; the same in LivingBanner.module.css. */
const narrow = '(width < 56rem)';

/**
 * The animated hero banner of a game. Its one light comes up once as by a struck match, draws in as the banner is scrolled
 * away, and breathes on hover and focus. Before the picture stand two shades, one over all of it and one around the light;
 * only how dark each is changes, which browsers do without painting anew. With `prefers-reduced-motion` it is simply lit.
 */
export function LivingBanner(props: LivingBannerProps) {
  const { world, alt, first = false, className } = props;
  const crops: [PictureCrop, PictureCrop] = [
    { art: `${world}-tall`, sizes: '100vw', media: narrow },
    { art: `${world}-wide`, sizes: '100vw' },
  ];
  return (
    <div className={classNames(styles['stage'], className)} data-scene={world}>
      <Picture className={styles['fill']} crops={crops} alt={alt} first={first} />
      <div className={styles['around']} />
      <div className={styles['over']} />
      <div className={styles['breath']} />
    </div>
  );
}
