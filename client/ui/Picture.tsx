import { classNames } from './class-names.ts';
import styles from './Picture.module.css';
import { pictureFile, pictureShapes } from './picture-files.ts';

/**
 * The `sizes` of a picture as wide as a phone, deliberately smaller than it is: so that phones load one of 640 or 720
 * pixels, which are compressed enough to load fast (scripts/build/art-files.ts), whatever their own resolution.
 */
export const acrossAPhone = '(width<44rem) and (resolution>2x) 54vw,(width<44rem) 86vw';

/** One crop of the picture (art direction). */
export interface PictureCrop {
  /** The picture's name: an adventure's id for its cover, with the suffix `-wide` or `-tall` for a banner. */
  art: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** The media condition for this crop; the last one needs none. */
  media?: string;
}

interface PictureProps {
  /** The first crop whose condition holds is used. */
  crops: readonly [...PictureCrop[], PictureCrop];
  /** The alternative text; empty if text beside it says the same. */
  alt: string;
  /** The largest element of the first screen (LCP): loaded eagerly with high priority, and preloaded in the head. */
  first?: boolean | undefined;
  /** Lazy loading by default; the browser then knows its size, whatever `sizes` says. */
  loading?: 'lazy' | 'eager';
  className?: string | undefined;
}

/**
 * A picture in the best format and size for the screen. Its space is reserved in the picture's own colours, so the layout
 * does not shift when it loads.
 */
export function Picture(props: PictureProps) {
  const { crops, alt, first, loading = first ? 'eager' : 'lazy', className } = props;
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
          fetchPriority={first ? 'high' : undefined}
          decoding="async"
        />
      </picture>
    </>
  );
}

/** Preloads the picture. Browsers without AVIF ignore it. */
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

function shapeOf(name: string) {
  if (name.endsWith('-wide')) return pictureShapes.wide;
  return name.endsWith('-tall') ? pictureShapes.tall : pictureShapes.cover;
}

function sourceSet(name: string, format: 'avif' | 'webp'): string {
  return shapeOf(name)
    .widths.map((width) => `${addressOf(name, width, format)} ${width}w`)
    .join(', ');
}

/** A picture's URL, in one of its widths. */
export function addressOf(name: string, width: number, format: 'avif' | 'webp' | 'jpg'): string {
  return pictureFile(name, width, import.meta.env.ART_VERSION, format);
}
