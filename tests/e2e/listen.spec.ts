import { paths } from '#shared/routes.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { patience } from './sound-lab/player-page.ts';

test.describe.configure({ timeout: 120_000 });

test('On a product page one press is enough to hear its scene, which ends with the way to buy it', async ({
  page,
}) => {
  await page.goto(paths.product('fist'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Listen, 30 seconds/ }).click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Close your eyes.');
  await expect(dark).toContainText('Do you follow the water', patience);
  // The answers come after the question; who knows already need not wait.
  await expect(dark.getByRole('button', { name: 'Follow the water' })).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(dark.getByRole('status')).toHaveText('That was one moment of many.', patience);
  await expectAccessible(page);
  await dark.getByRole('button', { name: 'Hear the other answer' }).click();
  await expect(dark).toContainText('You go towards the hoist.');
  await expect(dark.getByRole('button', { name: 'Hear it again' })).toBeVisible(patience);
  await dark.getByRole('button', { name: /^Add to Cart/ }).click();
  const checkout = dark.getByRole('link', { name: /^Go to checkout/ });
  await expect(checkout).toBeFocused();
  await expect(checkout).toHaveAttribute('href', paths.cart());
});

test('Opening the eyes ends the sound, and the focus is on the button that began it', async ({ page }) => {
  await page.goto('/');
  const listen = page.getByRole('button', { name: 'Listen, 30 seconds: Mace & Magic' });
  await listen.click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Whom do you ask for advice?', patience);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(listen).toBeFocused();
  await expect(page.getByText('The sound has stopped.')).toBeAttached();
});
