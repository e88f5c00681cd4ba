import { expect, test } from './fixtures.ts';
import {
  eachPublicPath,
  expectFits,
  expectPublicPage,
  hydrated,
  publicPages,
  templates,
} from './public-pages.ts';

test('Every public path of the specification shows its title, heading and texts in a browser, without a console error', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await eachPublicPath(async (target, path) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await hydrated(page);
    await expectPublicPage(page, target);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('The same pages show the same titles, headings and texts, but for a button that needs it', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const button = 'Play the video';
    await eachPublicPath(async (target, path) => {
      await page.goto(path);
      await expectPublicPage(page, { ...target, texts: target.texts.filter((text) => text !== button) });
      await expect(page.getByText(button)).toBeHidden();
    });
  });
});

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
for (const { name, pages, viewport, media } of [
  { name: 'any public page on a phone', pages: publicPages, viewport: phone, media: {} },
  { name: 'a page of each template at a desk', pages: templates, viewport: desk, media: {} },
  {
    name: 'a page of each template with more contrast and less motion',
    pages: templates,
    viewport: phone,
    media: { contrast: 'more', reducedMotion: 'reduce' },
  },
] as const) {
  test(`axe finds nothing on ${name}, and nothing is wider than the screen`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    for (const { path } of pages) await test.step(path, () => expectFits(page, path));
  });
}
