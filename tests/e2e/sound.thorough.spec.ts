import { expect } from './fixtures.ts';
import { begin, firstSound, openBlock, play, test } from './sound-lab/player-page.ts';
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

test('Volume and music are kept, and mute is not', async ({ page, lab }) => {
  await begin(page, lab);
  await page.getByLabel('Volume').fill('35');
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('status').first()).toHaveText('Muted.');
  await page.getByRole('button', { name: 'Music' }).click();
  await begin(page, lab, 'dracula');
  await expect(page.getByLabel('Volume')).toHaveValue('35');
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Music' })).toHaveAttribute('aria-pressed', 'false');
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

test('What moves by itself is not said while it has the focus; what somebody moves is', async ({
  page,
  lab,
}) => {
  await play(page, lab, 'dracula');
  const coach = page.getByRole('slider', { name: 'Coach' });
  const drawn = () => coach.evaluate(({ style: { left, top } }) => `${left} ${top}`);
  const told = () => coach.evaluate((slider) => `${slider.ariaValueNow} ${slider.ariaValueText}`);
  const [place, before] = [await drawn(), await told()];
  await expect.poll(told).not.toBe(before);
  expect(await drawn()).not.toBe(place);

  await coach.focus();
  const [there, kept] = [await drawn(), await told()];
  await expect.poll(drawn).not.toBe(there);
  expect(await told()).toBe(kept);
  await page.keyboard.press('ArrowUp');
  await expect.poll(told).not.toBe(kept);
});

test('The raven waits until a screen reader has read out the dialog, and then which call it is', async ({
  page,
  lab,
}) => {
  await begin(page, lab);
  await page.getByText('Fit it to your ears').click();
  const calls = await page.evaluateHandle(() => {
    const begun: number[] = [];
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (when = 0, ...others) {
      // Only the raven's call is that short.
      if (this.buffer?.duration === 1.3)
        begun.push(performance.now() + (when - this.context.currentTime) * 1000);
      return start.call(this, when, ...others);
    };
    return begun;
  });
  const called = async (count: number) => {
    await expect.poll(() => calls.evaluate((begun) => begun.length)).toBe(count);
    return calls.evaluate((begun) => begun.at(-1) ?? 0);
  };
  const opened = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: 'Where is the raven?' }).press('Enter');
  expect((await called(1)) - opened).toBeGreaterThan(4000);
  const answered = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: 'It was here' }).press('Enter');
  expect((await called(2)) - answered).toBeGreaterThan(1500);
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
