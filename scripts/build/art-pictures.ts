import { viewNames } from '#adventures/view-types.ts';
import { drawBooth } from '#art/booth.ts';
import { viewFrame } from '#art/sheet.ts';
import { pictureShapes } from '#client/ui/picture-files.ts';
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
  /**
   * As its addresses name it: a home's id for the cover, with `-wide`, `-tall`, `-inside` or `-near` behind it for the others.
   * `app` is the app on a phone, `booth` a recording booth.
   */
  name: string;
  crop: PictureShape;
  widths: readonly number[];
  svg: () => string;
}

/** Widths in pixels, by crop. A further view is as wide as a phone, or as the column beside a story. */
const widthsOf: Readonly<Record<PictureShape, readonly number[]>> = {
  cover: pictureShapes.cover.widths,
  wide: pictureShapes.wide.widths,
  tall: pictureShapes.tall.widths,
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
