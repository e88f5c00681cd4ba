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

test('An iPhone on silent plays it: the press says that this is playback, the end takes it back', async ({
  page,
  lab,
}) => {
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

test('The device is told what plays, with a picture, and nothing once it has stopped', async ({
  page,
  lab,
}) => {
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

test('Volume, mute and music are kept', async ({ page, lab }) => {
  await begin(page, lab);
  await page.getByLabel('Volume').fill('35');
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('button', { name: 'Music' }).click();
  await begin(page, lab, 'dracula');
  await expect(page.getByLabel('Volume')).toHaveValue('35');
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Music' })).toHaveAttribute('aria-pressed', 'false');
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

test('A device that does not start is named, instead of a button that does nothing', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').first()).toHaveText('Paused.');
  // As in Firefox on a computer without headphones or loudspeakers.
  await page.evaluate(() => {
    AudioContext.prototype.resume = () => new Promise(() => {});
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('status').first()).toHaveText(
    'Paused. This device makes no sound at the moment: connect headphones, then load the page again.',
  );
});

test('Going to another screen stops the sound and frees the context', async ({ page, lab }) => {
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

test('Buttons that move a sound say where it is now, and the ones of the raven too', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  await page.getByText('Move with buttons').click();
  await page.getByLabel('What moves').selectOption('Horn');
  await page.getByRole('button', { name: 'Nearer' }).click();
  const moved = page.locator('details', { hasText: 'Move with buttons' }).getByRole('status');
  await expect(moved).toHaveText('Horn: ahead, 10 metres away');
  await page.getByLabel('What moves').selectOption('You');
  await page.getByRole('button', { name: 'Turn right' }).click();
  await expect(moved).toHaveText('You: turned 10 degrees to the right');

  await page.getByText('Fit it to your ears').click();
  await page.getByRole('button', { name: 'Where is the raven?' }).click();
  const game = page.getByRole('dialog', { name: 'Where is the raven?' });
  const [call, place] = [game.getByRole('status').first(), game.getByRole('status').last()];
  await expect(call).toHaveText('Call 1 of 6. Close your eyes, listen, then point to where it was.');
  await game.getByRole('button', { name: 'Round to the right' }).click();
  await expect(place).toHaveText('ahead, 5 degrees');
  const again = game.getByRole('button', { name: 'Hear it again' });
  await again.press('Enter');
  await again.press('Enter');
  await expect(again).toBeFocused();
  await game.getByRole('button', { name: 'It was here' }).click();
  await expect(call).toHaveText('Call 2 of 6.');
  await expect(place).toHaveText('');
  for (let more = 0; more < 5; more++) await game.getByRole('button', { name: 'It was here' }).press('Enter');
  await expect(game.getByRole('button', { name: 'Back to the scene' })).toBeFocused();
});

test('A pressed button of the player is told by more than its colour, and in forced colours too', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  const look = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { boxShadow, backgroundColor } = getComputedStyle(button);
      return { boxShadow, backgroundColor };
    });
  const mute = page.getByRole('button', { name: 'Mute' });
  const before = await look('Mute');
  await mute.click();
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  expect((await look('Mute')).boxShadow).not.toBe(before.boxShadow);
  await page.emulateMedia({ forcedColors: 'active' });
  const pressed = (await look('Mute')).backgroundColor;
  await mute.click();
  await expect(mute).toHaveAttribute('aria-pressed', 'false');
  expect((await look('Mute')).backgroundColor).not.toBe(pressed);
});
