import { expect } from './fixtures.ts';
import { contexts, openBlock, patience, play, test } from './sound-lab/player-page.ts';
import { followTraffic } from './traffic.ts';

test.describe.configure({ timeout: 120_000 });

test('Nothing is fetched, made or played before the press; nothing but this site is ever asked', async ({
  page,
  lab,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const traffic = followTraffic(page);
  await openBlock(page, lab);
  await traffic.settled();
  const before = asked.length;
  expect(asked.filter((url) => /session|worker|\.mp3/.test(url))).toEqual([]);
  expect(await contexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);
  expect(asked.length).toBeGreaterThan(before);
  expect(asked.filter((url) => !url.startsWith(lab.url))).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.mp3'))).toEqual([]);
  await expect.poll(() => contexts(page)).toEqual(['running']);
});

for (const world of ['fod', 'fist', 'maceandmagic', 'coc_aatt', 'dracula']) {
  test(`The scene of ${world} sends at most 600 kB, its spoken lines among them`, async ({ page, lab }) => {
    const traffic = followTraffic(page);
    await openBlock(page, lab, world);
    await traffic.settled();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => bodies.push(response.body()));
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      await page.getByRole('button', { name: 'Close your eyes' }).click();
      const line = page.waitForResponse(/-(left|right)\..*mp3$/);
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

test('Volume and mute are kept', async ({ page, lab }) => {
  await play(page, lab);
  await page.getByLabel('Volume').fill('35');
  await page.getByRole('button', { name: 'Mute' }).click();
  await play(page, lab, 'dracula');
  await expect(page.getByLabel('Volume')).toHaveValue('35');
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
});

test('Going to another screen stops the sound and frees the context', async ({ page, lab }) => {
  await play(page, lab);
  await page.evaluate(() => (globalThis as unknown as { leave(): void }).leave());
  await expect.poll(() => contexts(page)).toEqual(['closed']);
});

for (const [what, event] of [
  ['Leaving the page', `dispatchEvent(new PageTransitionEvent('pagehide'))`],
  [
    'Looking at another tab',
    `Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))`,
  ],
] as const) {
  test(`${what} stops the sound, frees the context, and is said`, async ({ page, lab }) => {
    await play(page, lab);
    await page.evaluate(event);
    await expect.poll(() => contexts(page)).toEqual(['closed']);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(page.getByRole('status').first()).toHaveText('The sound stopped when you left the page.');
  });
}
