import { viewNames } from '#adventures/view-types.ts';
import { drawBooth } from '#art/booth.ts';
import { viewFrame } from '#art/sheet.ts';
import { appSvg } from './app-picture.ts';
import {
  bannerSvg,
  type Crop,
  coverNames,
  coverSvg,
  frames,
  viewedWorlds,
  viewSvg,
  worldNames,
} from './home-pictures.ts';

export const formats = ['avif', 'webp', 'jpg'] as const;
export type Format = (typeof formats)[number];

/** What a picture can be shaped like: a crop of a world's scene, or a further view of it. */
export type PictureShape = Crop | 'view';

/** One drawing in one crop, and the widths the pages ask for. */
export interface ArtPicture {
  /** As its addresses name it: a home's id for the cover, with `-wide`, `-tall`, `-inside` or `-near` behind it for the others; `app` is the app on a phone, `booth` a recording booth. */
  name: string;
  crop: PictureShape;
  widths: readonly number[];
  svg: () => string;
}

/**
 * Widths in pixels, by crop: what the pages show at one, two and three device pixels each. A cover is 120 to 432 CSS
 * pixels wide, a phone's banner 360 to 430; nobody sees more than 2400 of a wide one. A further view is as wide as
 * a phone, or as the column beside a story.
 */
const widthsOf: Readonly<Record<PictureShape, readonly number[]>> = {
  cover: [160, 320, 480, 640, 720, 960],
  wide: [780, 1200, 1600, 2400],
  tall: [420, 720],
  view: [480, 800, 1200],
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
  ...viewedWorlds.flatMap((world) =>
    viewNames.map(
      (name): ArtPicture => ({
        name: `${world}-${name}`,
        crop: 'view',
        widths: widthsOf.view,
        svg: () => viewSvg(world, name),
      }),
    ),
  ),
  { name: 'app', crop: 'cover', widths: widthsOf.cover, svg: appSvg },
  { name: 'booth', crop: 'cover', widths: widthsOf.cover, svg: () => drawBooth(frames.cover) },
];

/** Height in pixels of a crop at this width. */
export function heightOf(crop: PictureShape, width: number): number {
  const frame = crop === 'view' ? viewFrame : frames[crop];
  return Math.round((width * frame.height) / frame.width);
}

/**
 * Path of a picture's file below `dist/client`.
 * @param version of all pictures together: it makes the files safe to keep for ever
 */
export function artFile(name: string, width: number, version: string, format: Format): string {
  return `art/${name}-${width}.${version}.${format}`;
}
