import { expect, test } from './fixtures.ts';
import { hydrated } from './public-pages.ts';

/** What a screen reader is given beyond what axe can see. */

test('A field that is refused again with the same words is read out again', async ({ page }) => {
  await page.goto('/checkout/fist');
  await hydrated(page);
  const field = page.getByLabel('Email address');
  const refusal = page.getByRole('alert').getByText('You must enter a valid email address.');
  await field.fill('nobody');
  await field.press('Enter');
  // Live regions read out what is added to them, so the words must stand in a new element each time.
  const first = await refusal.elementHandle();
  await field.fill('nobody@nowhere');
  await field.press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(refusal).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/You must enter a valid email address\.$/);
  await expect(field).toBeFocused();
});
