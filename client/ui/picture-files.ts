/** The files of the pictures: the widths that pages ask for and the build makes, and their names. */

interface PictureShape {
  /** In pixels. */
  width: number;
  height: number;
  widths: readonly number[];
  /** Width for browsers without newer formats and source sets. */
  fallback: number;
}

/**
 * By crop: what the pages show at one, two and three device pixels each. A cover is 120 to 432 CSS pixels wide, a phone's
 * banner 360 to 430; nobody sees more than 2400 of a wide one.
 */
export const pictureShapes = {
  cover: { width: 960, height: 1280, widths: [160, 320, 480, 640, 720, 960], fallback: 640 },
  wide: { width: 2400, height: 1030, widths: [780, 1200, 1600, 2400], fallback: 1200 },
  tall: { width: 720, height: 900, widths: [420, 720], fallback: 720 },
} as const satisfies Record<string, PictureShape>;

/**
 * The path of a picture's file.
 * @param version of all pictures together: it makes the files safe to keep for ever
 */
export const pictureFile = (
  name: string,
  width: number,
  version: string,
  format: 'avif' | 'webp' | 'jpg',
): string => `/art/${name}-${width}.${version}.${format}`;
