import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { qrCodeSvg, qrCodes } from './qr-codes.ts';

it.each(Object.values(exampleFacts.stores).flatMap((store) => store ?? []))(
  'Every module of the code for %s is drawn where it belongs, inside a quiet zone of four',
  (address) => {
    const { data, size } = encode(address, { ecc: 'M', border: 0 });
    const svg = qrCodeSvg(address);
    const drawn = new Set<string>();
    for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let step = 0; step < Number(width); step += 1)
        drawn.add(`${Number(x) + step - 4},${Number(y) - 4}`);
    }
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
    expect(dark.length).toBeGreaterThan(200);
    expect(drawn).toEqual(new Set(dark));
    expect(svg).toContain(`<rect width="${size + 8}" height="${size + 8}"`);
  },
);

it("The picture holds no style attribute, which the pages' policy would forbid", () => {
  expect(qrCodeSvg('https://apps.apple.com/app/id1')).not.toMatch(/style/);
});

it('A store without an address has no code', () => {
  const stores = { ...exampleFacts.stores, ios: null };
  expect(qrCodes({ ...exampleFacts, stores }).map(([path]) => path)).toEqual(['/qr/android.svg']);
});
