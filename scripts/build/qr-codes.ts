import QRCode from 'qrcode';
import type { Plugin } from 'vite';
import { darkRuns, quietZone } from '../../client/app-link/dark-runs.ts';
import { site } from '../../shared/site.ts';

const paper = '#f3eadb';
const ink = '#071113';
const ember = '#f59a4a';

/**
 * A QR code of an address as SVG: ink on a paper tile, and behind the tile the house's rings of sound. Error correction
 * is level M, so a scratch on the screen does no harm.
 */
export function qrCodeSvg(address: string): string {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
  const tile = modules.size + 2 * quietZone;
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
    `<path fill="${ink}" shape-rendering="crispEdges" d="${darkRuns(modules)}"/>`,
    '</svg>\n',
  ].join('');
}

/** Vite plugin: `/qr/android.svg` and `/qr/ios.svg`, the ways to the app's stores for a phone's camera. */
export function qrCodes(): Plugin {
  const files = new Map([
    ['/qr/android.svg', qrCodeSvg(site.stores.android)],
    ['/qr/ios.svg', qrCodeSvg(site.stores.ios)],
  ]);
  return {
    name: 'qr-codes',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const svg = files.get(request.url ?? '');
        if (svg === undefined) next();
        else response.setHeader('content-type', 'image/svg+xml').end(svg);
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [path, source] of files) this.emitFile({ type: 'asset', fileName: path.slice(1), source });
    },
  };
}
