import { expect } from './fixtures.ts';
import { firstSound, openBlock, test } from './sound-lab/player-page.ts';
import { followTraffic } from './traffic.ts';

for (const world of ['fod', 'fist', 'coc_aatt', 'dracula']) {
  test(`The scene of ${world} sends at most 600 kB, its spoken lines among them`, async ({ page, lab }) => {
    const traffic = followTraffic(page);
    await openBlock(page, lab, world);
    await traffic.settled();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => bodies.push(response.body()));
    await page.getByRole('button', { name: 'Play' }).click();
    await firstSound(page);
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      await page.getByRole('button', { name: 'Close your eyes' }).click();
      // An answer counts once there is a question.
      await expect(page.getByRole('dialog')).toContainText('?');
      const line = page.waitForResponse(/\/(left|right)\..*mp3$/);
      await page.keyboard.press(key);
      await line;
      await page.keyboard.press('Escape');
    }
    await traffic.settled();
    const bytes = Buffer.concat(await Promise.all(bodies)).length;
    expect(bytes).toBeGreaterThan(60_000);
    expect(bytes).toBeLessThan(600_000);
  });
}
