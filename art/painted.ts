import { createSheet, element, type Frame, rect } from './sheet.ts';

/** A picture that somebody painted, in a file. */
export interface Painted {
  /** The file as a `data:` address. */
  href: string;
  width: number;
  height: number;
}

/** A painted picture in a frame, which it fills: what hangs over at two edges is cut off. @param name begins every id */
export function paintedSvg(name: string, frame: Frame, { href }: Painted): string {
  const sheet = createSheet(name, frame);
  sheet.draw(image(href, sheet.all, 'slice'));
  return sheet.toSvg();
}

/**
 * A banner made from a painted cover, for an adventure that has no painted banner: the cover stands whole on the right, and
 * comes out of its own blurred darkness. On a phone's banner it fills the frame. @param name begins every id
 */
export function bannerFromCover(name: string, frame: Frame, cover: Painted): string {
  if (frame.crop !== 'wide') return paintedSvg(name, frame, cover);
  const sheet = createSheet(name, frame);
  const { width, height } = frame;
  const standing = (height * cover.width) / cover.height;
  const place = { x: width * 0.7 - standing / 2, y: 0, width: standing, height };
  const edges = sheet.linear(
    [place.x, 0],
    [place.x + standing, 0],
    [
      [0, '#fff', 0],
      [0.22, '#fff', 1],
      [0.78, '#fff', 1],
      [1, '#fff', 0],
    ],
  );
  const soft = sheet.filter('<feGaussianBlur stdDeviation="60"/>');
  sheet.draw(
    rect(sheet.all, '#071113'),
    element('g', { filter: soft, opacity: 0.5 }, [image(cover.href, sheet.all, 'slice')]),
    rect(
      sheet.all,
      sheet.linear(
        [0, 0],
        [width, 0],
        [
          [0, '#071113', 1],
          [0.45, '#071113', 0.75],
          [1, '#071113', 0.25],
        ],
      ),
    ),
    element('g', { mask: sheet.mask(rect(sheet.all, edges)) }, [image(cover.href, place, 'meet')]),
  );
  return sheet.toSvg();
}

function image(href: string, place: { x: number; y: number; width: number; height: number }, fit: string) {
  return element('image', { href, ...place, preserveAspectRatio: `xMidYMid ${fit}` });
}
