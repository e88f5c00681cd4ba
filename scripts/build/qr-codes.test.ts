import QRCode from 'qrcode';
import { expect, it } from 'vitest';
import { site } from '#shared/site.ts';
import { qrCodeSvg } from './qr-codes.ts';

it.each(Object.values(site.stores))(
  'Every module of the code for %s is drawn where it belongs, inside a quiet zone of four',
  (address) => {
    const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
    const svg = qrCodeSvg(address);
    const drawn = new Set<string>();
    for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let step = 0; step < Number(width); step += 1)
        drawn.add(`${Number(x) + step - 4},${Number(y) - 4}`);
    }
    const dark = new Set<string>();
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) dark.add(`${column},${row}`);
      }
    }
    expect(drawn).toEqual(dark);
    expect(svg).toContain(`<rect width="${modules.size + 8}" height="${modules.size + 8}"`);
  },
);

it("The picture holds no style attribute, which the pages' policy would forbid", () => {
  expect(qrCodeSvg(site.stores.ios)).not.toMatch(/style/);
});
