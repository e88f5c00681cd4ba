// The QR codes of the app stores, drawn at start from the company's facts.

import { encode } from 'uqr';
import type { Facts } from '#shared/api/facts.ts';

/** A reader needs this many empty modules around the code (ISO/IEC 18004). */
const quietZone = 4;
const paper = '#f3eadb';
const ink = '#071113';
const ember = '#f59a4a';

/**
 * A QR code of a URL as SVG: ink on a paper tile, and behind the tile the brand's rings of sound. Error correction is
 * level M, so a scratch on the screen does no harm.
 */
export function qrCodeSvg(address: string): string {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const tile = size + 2 * quietZone;
  const half = tile / 2;
  // The outermost ring touches the picture's edge; the tile's corners reach 0.707 of its width from the middle.
  const view = tile * 1.4;
  const edge = (view - tile) / -2;
  const round = (value: number) => Number(value.toFixed(2));
  const rings = [0.56, 0.625, 0.69]
    .map(
      (radius, index) =>
        `<circle cx="${half}" cy="${half}" r="${round(tile * radius)}" stroke-opacity="${[0.9, 0.55, 0.3][index]}"/>`,
    )
    .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(edge)} ${round(edge)} ${round(view)} ${round(view)}" width="280" height="280">`,
    `<g fill="none" stroke="${ember}" stroke-width="${round(tile / 60)}">${rings}</g>`,
    `<rect width="${tile}" height="${tile}" rx="1" fill="${paper}"/>`,
    `<path fill="${ink}" shape-rendering="crispEdges" d="${darkRuns(data)}"/>`,
    '</svg>\n',
  ].join('');
}

/** Each row's dark modules, joined into runs, as one path. */
function darkRuns(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let start = 0; start < row.length; start += 1) {
      let end = start;
      while (row[end]) end += 1;
      if (end > start)
        path += `M${start + quietZone} ${y + quietZone}h${end - start}v1H${start + quietZone}z`;
      start = end;
    }
  }
  return path;
}

/** The pictures `/qr/android.svg` and `/qr/ios.svg`, which lead a phone's camera to the app's stores, by path. */
export function qrCodes({ stores }: Facts): [path: string, svg: string][] {
  return Object.entries(stores).flatMap(([store, address]): [string, string][] =>
    address === null ? [] : [[`/qr/${store}.svg`, qrCodeSvg(address)]],
  );
}
