import { renderLetter } from '../../server/mailing/letters/render.ts';
import { sampleLetters } from '../support/sample-letters.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** Every letter as a mail program may show it. The screenshots are in `test-results/letters`, to be looked at after a change. */
for (const [kind, letter] of Object.entries(sampleLetters)) {
  test(`The letter ${kind} can be read in the light and in the dark, on a phone and on a desk`, async ({
    page,
  }) => {
    await page.setContent(renderLetter(letter).html);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(letter.subject);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const path = `test-results/letters/${kind}-${colorScheme}-${width}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
  });
}
