import { classNames } from './class-names.ts';
import styles from './LivingBanner.module.css';
import { Picture, type PictureCrop } from './Picture.tsx';

interface LivingBannerProps {
  /** The adventure's id. */
  world: string;
  /** The picture's alternative text. */
  alt: string;
  className: string | undefined;
}

/** The breakpoint between the phone's crop and the wide one; the same in LivingBanner.module.css. */
const narrow = '(width < 56rem)';

/**
 * The animated hero banner of a game, the largest element of its first screen (LCP). Its light flares up once, draws in as
 * the banner is scrolled away, and pulses on hover and focus. Two shades lie over the picture, one over all of it and one
 * around the light; only their opacity changes, which browsers animate without repainting. With `prefers-reduced-motion`
 * it is static.
 */
export function LivingBanner({ world, alt, className }: LivingBannerProps) {
  const crops: [PictureCrop, PictureCrop] = [
    { art: `${world}-tall`, sizes: '100vw', media: narrow },
    { art: `${world}-wide`, sizes: '100vw' },
  ];
  return (
    <div className={classNames(styles['stage'], className)} data-scene={world}>
      <Picture className={styles['fill']} crops={crops} alt={alt} first />
      <div className={styles['around']} />
      <div className={styles['over']} />
      <div className={styles['breath']} />
    </div>
  );
}
