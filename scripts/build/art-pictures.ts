import { bannerSvg, type Crop, coverNames, coverSvg, frames, worldNames } from './home-pictures.ts';

export const formats = ['avif', 'webp', 'jpg'] as const;
export type Format = (typeof formats)[number];

/** One drawing in one crop, and the widths the pages ask for. */
export interface ArtPicture {
  /** As its addresses name it: a home's id for the cover, with `-wide` and `-tall` behind it for the banners. */
  name: string;
  crop: Crop;
  widths: readonly number[];
  svg: () => string;
}

/**
 * Widths in pixels, by crop: what the pages show at one, two and three device pixels each. A cover is 120 to 432 CSS
 * pixels wide, a phone's banner 360 to 430; nobody sees more than 2400 of a wide one.
 */
const widthsOf: Readonly<Record<Crop, readonly number[]>> = {
  cover: [160, 320, 480, 640, 720, 960],
  wide: [780, 1200, 1600, 2400],
  tall: [420, 720],
};

/** Every picture of the site. */
export const artPictures: readonly ArtPicture[] = [
  ...coverNames.map(
    (name): ArtPicture => ({ name, crop: 'cover', widths: widthsOf.cover, svg: () => coverSvg(name) }),
  ),
  ...worldNames.flatMap((world) =>
    (['wide', 'tall'] as const).map(
      (crop): ArtPicture => ({
        name: `${world}-${crop}`,
        crop,
        widths: widthsOf[crop],
        svg: () => bannerSvg(world, crop),
      }),
    ),
  ),
];

/** Height in pixels of a crop at this width. */
export function heightOf(crop: Crop, width: number): number {
  const frame = frames[crop];
  return Math.round((width * frame.height) / frame.width);
}

/**
 * Path of a picture's file below `dist/client`.
 * @param version of all pictures together: it makes the files safe to keep for ever
 */
export function artFile(name: string, width: number, version: string, format: Format): string {
  return `art/${name}-${width}.${version}.${format}`;
}
