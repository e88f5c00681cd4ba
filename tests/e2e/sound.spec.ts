import { sampleRate } from '#client/sound/sample-rate.ts';
import { expect } from './fixtures.ts';
import { begin, contexts, openBlock, patience, test } from './sound-lab/player-page.ts';
import { followTraffic } from './traffic.ts';

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
  expect(asked.filter((url) => /session|scene|worker|makers|\.mp3/.test(url.replace(/\?.*/, '')))).toEqual(
    [],
  );
  expect(await contexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);
  expect(asked.length).toBeGreaterThan(before);
  expect(asked.filter((url) => !url.startsWith(lab.url))).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.mp3'))).toEqual([]);
  await expect.poll(() => contexts(page)).toEqual(['running']);
});

test('The device is asked for 32,000 samples a second, in larger parts than an instrument would need', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  const asked = await page.evaluate(() => {
    const [context] = (globalThis as unknown as { contexts: AudioContext[] }).contexts;
    return { rate: context?.sampleRate, seconds: context?.baseLatency ?? 0 };
  });
  const instrument = await page.evaluate(
    (sampleRate) => new AudioContext({ sampleRate, latencyHint: 'interactive' }).baseLatency,
    sampleRate,
  );
  expect(asked.rate).toBe(32_000);
  expect(asked.seconds).toBeGreaterThan(instrument);
});

test('An iPhone on silent plays it: the press says that this is playback, the end takes it back', {
  tag: '@thorough',
}, async ({ page, lab }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } });
  });
  const session = () =>
    page.evaluate(() => (navigator as unknown as { audioSession: { type: string } }).audioSession.type);
  await openBlock(page, lab);
  expect(await session()).toBe('auto');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(session).toBe('playback');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(session).toBe('auto');
  await begin(page, lab);
  expect(await session()).toBe('playback');
  await page.evaluate(() => (globalThis as unknown as { leave(): void }).leave());
  expect(await session()).toBe('auto');
});

test('The device is told what plays, with a picture, and nothing once it has stopped', {
  tag: '@thorough',
}, async ({ page, lab }) => {
  const told = () =>
    page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title ?? null,
      picture: navigator.mediaSession.metadata?.artwork[0]?.src ?? null,
      state: navigator.mediaSession.playbackState,
    }));
  await begin(page, lab, 'coc_aatt');
  const { title, picture, state } = await told();
  expect({ title, state }).toEqual({ title: 'A boat at its mooring', state: 'playing' });
  expect(picture).toMatch(/\/art\/coc_aatt-640\.[0-9a-f]+\.jpg$/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(async () => (await told()).state).toBe('paused');
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await told()).toEqual({ title: null, picture: null, state: 'none' });
});

test('One key makes it quiet, wherever on the page one is, and in a dialog closes only that', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  await page.getByRole('button', { name: 'Close your eyes' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => contexts(page)).toEqual(['running']);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect.poll(() => contexts(page)).toEqual(['suspended']);
  await expect(page.getByRole('status').first()).toHaveText('Paused.');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => contexts(page)).toEqual(['running']);
});

test('Going to another screen stops the sound and frees the context', { tag: '@thorough' }, async ({
  page,
  lab,
}) => {
  await begin(page, lab);
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
    await begin(page, lab);
    await page.evaluate(event);
    await expect.poll(() => contexts(page)).toEqual(['closed']);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(page.getByRole('status').first()).toHaveText('The sound stopped when you left the page.');
  });
}

test('A button that moves a sound says where it is, also where the words stay the same', {
  tag: '@thorough',
}, async ({ page, lab }) => {
  await begin(page, lab);
  await page.getByText('Move with buttons').click();
  const words = page
    .locator('details', { hasText: 'Move with buttons' })
    .getByText(/^Embers: .* within reach$/);
  const nearer = page.getByRole('button', { name: 'Nearer' });
  await expect(async () => {
    await nearer.press('Enter');
    await expect(words).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const first = await words.elementHandle();
  await nearer.press('Enter');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(words).toHaveCount(1);
});

test('A sound that cannot be made is said, and the focus is at the button that closes it', async ({
  page,
  lab,
}) => {
  await page.route(/render-worker/, (route) => route.fulfill({ status: 404 }));
  await openBlock(page, lab);
  await page.getByRole('button', { name: 'Play' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('The sound could not be made.');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
});
