import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue.ts';
import { dayInWords } from '#shared/day-in-words.ts';
import { pressReleases } from '#shared/press.ts';
import { pressKitMegabytes, pressKitParts, pressKitPath } from '#shared/press-kit.ts';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { productPicturePath } from '#shared/social-cards.ts';
import { openPublishedSite, type PublishedSite } from '#tests/support/published-site.ts';
import { unzip } from '#tests/support/unzip.ts';

let published: PublishedSite;
beforeAll(async () => {
  published = await openPublishedSite();
});
afterAll(() => published.close());

describe('the web app manifest and the icons', () => {
  it('name the site and pictures of the sizes they promise', async () => {
    const answer = await published.get('/site.webmanifest');
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json\b/);
    const manifest = (await answer.json()) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest.name).toContain(site.name);
    expect(manifest.start_url).toBe('/');
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await published.get(src);
      expect(icon.headers.get('content-type')).toBe(type);
      const { width, height } = await sharp(await icon.bytes()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it('fill a maskable icon to its corners and keep the sign inside the safe circle', async () => {
    const icon = await (await published.get('/icons/icon-maskable-512.png')).bytes();
    const { data, info } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const ground = [...data.subarray(0, 3)];
    expect((await sharp(icon).stats()).isOpaque).toBe(true);
    for (let pixel = 0; pixel < info.width * info.height; pixel++) {
      const x = (pixel % info.width) - info.width / 2;
      const y = Math.floor(pixel / info.width) - info.height / 2;
      if (Math.hypot(x, y) <= 0.4 * info.width) continue;
      // The edge of one layer over another of the same colour may be off by one.
      const off = ground.map((value, channel) => Math.abs(value - (data[pixel * 3 + channel] ?? 255)));
      expect(Math.max(...off)).toBeLessThanOrEqual(2);
    }
  });

  it('are linked from the head, and there for those who ask by custom', async () => {
    const html = await published.text('/');
    const linked = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
    expect(linked.map((match) => match[1])).toEqual(['icon', 'apple-touch-icon', 'manifest']);
    for (const [, , path = ''] of linked) expect((await published.get(path)).status).toBe(200);
    const apple = await sharp(await (await published.get('/icons/apple-touch-icon.png')).bytes()).metadata();
    expect([apple.width, apple.height]).toEqual([180, 180]);
    expect((await published.get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
  });
});

describe('the pictures of products for the payment page', () => {
  it.each(catalogue)('$id has a square one', async ({ id }) => {
    const answer = await published.get(productPicturePath(id));
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const { format, width, height } = await sharp(await answer.bytes()).metadata();
    expect([format, width, height]).toEqual(['jpeg', 800, 800]);
  });
});

describe('the press kit', () => {
  it('is an archive of wordmark and symbol, covers in print and web sizes, screenshots, facts and terms, of the size the press page says', async () => {
    const answer = await published.get(pressKitPath);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const bytes = await answer.bytes();
    expect(bytes.length).toBeLessThan(pressKitMegabytes * 1_000_000);
    const kit = unzip(bytes);
    const worlds = ['call-of-cthulhu', 'dracula', 'fist', 'mace-and-magic', 'the-fortress-of-death'];
    const each = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.jpg`);
    expect([...kit.keys()]).toEqual([
      'app/the-app-on-a-phone.jpg',
      ...each('banners', worlds),
      ...each('covers/print', worlds),
      ...each('covers/titled', worlds),
      ...each('covers/web', worlds),
      'fact-sheet.txt',
      'licence.txt',
      'logo/icon-512.png',
      'logo/sign-on-dark.svg',
      'logo/sign-on-light.svg',
      'logo/wordmark-on-dark.svg',
      'logo/wordmark-on-light.svg',
      ...each('previews', ['home', 'shop-product-bundle-pre-order', 'shop-product-fist', 'shop-product-fod']),
      ...readdirSync('art/press/screenshots')
        .toSorted()
        .map((file) => `screenshots/${file}`),
      ...worlds.flatMap((world) => each('views', [`${world}-inside`, `${world}-near`])),
    ]);
    for (const part of pressKitParts) {
      if (!('width' in part)) continue;
      for (const [name, content] of kit) {
        if (!name.startsWith(`${part.folder}/`)) continue;
        const { width, height } = await sharp(content).metadata();
        expect([width, height], name).toEqual([part.width, part.height]);
      }
    }
    const print = await sharp(kit.get('covers/print/dracula.jpg')).metadata();
    expect([print.density, print.space, print.icc !== undefined]).toEqual([300, 'srgb', true]);
    const listed = (await (await published.get(paths.news())).text()).replaceAll('<!-- -->', '');
    for (const { title } of pressKitParts) expect(listed).toContain(title);
    expect(listed).toContain('3000 × 4000 pixels, JPEG, sRGB, 300 dpi');
    const facts = kit.get('fact-sheet.txt')?.toString() ?? '';
    for (const fact of ['/company', '/investors', '250 SEK, VAT included', '/fortressofdeath', '687']) {
      expect(facts).toContain(fact);
    }
    for (const { slug, date } of pressReleases) {
      const entry = facts
        .trim()
        .split('\n\n')
        .find((text) => text.endsWith(paths.pressArticle(slug)));
      expect(entry, slug).toMatch(new RegExp(`^${dayInWords(date)}: `));
    }
    expect(kit.get('licence.txt')?.toString()).toContain('belong to the company that publishes');
    // One image serves any company, so this file is the same for all.
    for (const file of ['fact-sheet.txt', 'licence.txt']) {
      expect(kit.get(file)?.toString()).not.toMatch(/fact\.[\w.]+\.invalid|@/);
    }
  });
});
