import type { Point } from './geometry.ts';
import { type Box, ellipse, rect, type Sheet, type Stop } from './sheet.ts';
import { cloudTile, filmTile, grainTile, stoneTile } from './tiles.ts';

/** A paint that lays a stone's pits and ridges over whatever is below. @param size length of one tile in drawing units */
export function stone(sheet: Sheet, size = 320, turn = 0): string {
  return sheet.tiled(stoneTile(), size, size, turn);
}

/** A paint of long fibres: wood, cloth, iron. @param length of the fibres' tile in drawing units */
export function fibres(sheet: Sheet, size: number, length: number, turn = 0): string {
  return sheet.tiled(grainTile(), size, length, turn);
}

/** Softens edges. @param deviation in drawing units @param box keeps it quick: nothing outside is looked at */
export function blur(sheet: Sheet, deviation: number, box?: Box): string {
  return sheet.filter(`<feGaussianBlur stdDeviation="${deviation}"/>`, box);
}

interface Fog {
  /** Its paint; give it a gradient that ends in nothing, or the fog has an edge. */
  fill: string;
  /** 1 hides what lies behind it where it is thickest. */
  density?: number;
  /** The piece of cloud that is stretched over the picture: its corner and size in drawing units. */
  cloud: Box;
  /** Where it lies; the whole picture unless given. */
  box?: Box;
}

/** A layer of fog, smoke or cloud. */
export function fog(sheet: Sheet, { fill, density = 1, cloud, box = sheet.all }: Fog): string {
  const { side, href } = cloudTile();
  const { x, y, width, height } = cloud;
  const paint = sheet.tiled({ side, href }, width, height, 0, [x, y]);
  return rect(box, fill, { mask: sheet.mask(rect(box, paint), box), opacity: density });
}

/** A soft light around a point, added to what lies behind it. */
export function glow(sheet: Sheet, at: Point, radius: number, stops: readonly Stop[], squash = 1): string {
  return ellipse(at, radius, radius * squash, sheet.radial(at, radius, stops, squash), {
    style: 'mix-blend-mode:screen',
  });
}

/** The last layer of every picture: the dark corners of a room, and film grain. */
export function finish(sheet: Sheet, corners: string, middle: Point): string {
  const { width, height } = sheet.frame;
  const reach = Math.hypot(width, height) * 0.62;
  return (
    rect(
      sheet.all,
      sheet.radial(middle, reach, [
        [0, corners, 0],
        [0.55, corners, 0.05],
        [0.8, corners, 0.4],
        [1, corners, 0.82],
      ]),
    ) + rect(sheet.all, sheet.tiled(filmTile(), 256, 256), { opacity: 0.055 })
  );
}
