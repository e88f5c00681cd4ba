import { classNames } from './class-names.ts';
import styles from './Picture.module.css';

/**
 * The `sizes` of a picture that is as wide as a phone, less than it really is: so that phones take one of 640 or 720 pixels,
 * which are made small enough to be there first (scripts/build/art-files.ts), however many of their own they have.
 */
export const acrossAPhone = '(width<44rem) and (resolution>2x) 54vw,(width<44rem) 86vw';

/** One way to crop the scene. */
export interface PictureCrop {
  /** The picture's name: an adventure's id for its cover, with `-wide` or `-tall` behind it for a banner. */
  art: string;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** When this crop is meant; the last crop needs no condition, it is for whatever is left. */
  media?: string;
}

interface PictureProps {
  /** The first whose condition holds is shown. */
  crops: readonly [...PictureCrop[], PictureCrop];
  /** What the scene is like for somebody who does not see it; empty where words beside it say so already. */
  alt: string;
  /** The largest thing of the first screen: fetched at once, first, and announced in the page's head. */
  first?: boolean;
  /** Fetched when it comes near the screen unless said otherwise; its size is then known, whatever `sizes` says. */
  loading?: 'lazy' | 'eager';
  className?: string | undefined;
}

/**
 * A picture in the best format and size for the screen. Its place is kept from the start in the picture's own colours,
 * so nothing moves when it arrives.
 */
export function Picture(props: PictureProps) {
  const { crops, alt, first = false, loading = first ? 'eager' : 'lazy', className } = props;
  const last = crops[crops.length - 1] as PictureCrop;
  const shape = shapeOf(last.art);
  return (
    <>
      {first
        ? crops.map((crop, i) => <Preload key={crop.art} crop={crop} before={crops.slice(0, i)} />)
        : null}
      <picture className={classNames(styles['frame'], className)} data-art={last.art}>
        {crops.flatMap(({ art: name, sizes, media }) =>
          (['avif', 'webp'] as const).map((format) => (
            <source
              key={`${name} ${format}`}
              type={`image/${format}`}
              srcSet={sourceSet(name, format)}
              sizes={loading === 'lazy' ? `auto, ${sizes}` : sizes}
              width={shapeOf(name).width}
              height={shapeOf(name).height}
              media={media}
            />
          )),
        )}
        <img
          className={styles['picture']}
          src={addressOf(last.art, shape.fallback, 'jpg')}
          alt={alt}
          width={shape.width}
          height={shape.height}
          loading={loading}
          {...(first ? { fetchPriority: 'high' as const } : {})}
          decoding="async"
        />
      </picture>
    </>
  );
}

/** Tells the browser about the picture before it has read that far. Browsers without AVIF leave it alone. */
function Preload({ crop, before }: { crop: PictureCrop; before: readonly PictureCrop[] }) {
  const { art: name, sizes, media } = crop;
  const others = before.map((other) => other.media && `not all and ${other.media}`);
  const condition = [media, ...others].filter(Boolean).join(' and ');
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={addressOf(name, shapeOf(name).fallback, 'avif')}
      imageSrcSet={sourceSet(name, 'avif')}
      imageSizes={sizes}
      fetchPriority="high"
      media={condition || undefined}
    />
  );
}

interface Shape {
  width: number;
  height: number;
  widths: readonly number[];
  /** Width for browsers that know neither newer formats nor source sets. */
  fallback: number;
}

const cover: Shape = { width: 960, height: 1280, widths: [160, 320, 480, 640, 720, 960], fallback: 640 };
const wide: Shape = { width: 2400, height: 1030, widths: [780, 1200, 1600, 2400], fallback: 1200 };
const tall: Shape = { width: 720, height: 900, widths: [420, 720], fallback: 720 };

function shapeOf(name: string): Shape {
  if (name.endsWith('-wide')) return wide;
  return name.endsWith('-tall') ? tall : cover;
}

function sourceSet(name: string, format: 'avif' | 'webp'): string {
  return shapeOf(name)
    .widths.map((width) => `${addressOf(name, width, format)} ${width}w`)
    .join(', ');
}

/** A picture's address, of a width it comes in. */
export function addressOf(name: string, width: number, format: 'avif' | 'webp' | 'jpg'): string {
  return `/art/${name}-${width}.${import.meta.env.ART_VERSION}.${format}`;
}
