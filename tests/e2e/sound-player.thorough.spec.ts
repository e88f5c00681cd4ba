import { expect, expectAccessible, withMotion } from './fixtures.ts';
import { begin, beginSuspended, contexts, openBlock, patience, play, test } from './sound-lab/player-page.ts';

test('What takes the sound away, such as a call, is shown as a pause, and its end as going on', async ({
  page,
  lab,
}) => {
  await play(page, lab);
  const device = (what: 'suspend' | 'resume') =>
    page.evaluate(async (method) => {
      const [context] = (globalThis as unknown as { contexts: AudioContext[] }).contexts;
      await context?.[method]();
    }, what);
  await device('suspend');
  await expect(page.getByRole('status').first()).toHaveText('Paused.');
  await device('resume');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await device('suspend');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.');
  await expect.poll(() => contexts(page)).toEqual(['running']);
});

test('A sound that the browser does not let begin is shown as a pause, and goes on with the next press', async ({
  page,
  lab,
}) => {
  await beginSuspended(page);
  await openBlock(page, lab);
  await page.getByRole('button', { name: 'Play' }).click();
  const status = page.getByRole('status').first();
  await expect(status).toHaveText('Paused.');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(status).toContainText('All 5 sounds are playing.', patience);
  await expect.poll(() => contexts(page)).toEqual(['running']);
});

test('The player is used from end to end with the keyboard alone', async ({ page, lab }) => {
  await openBlock(page, lab);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toHaveText('Paused.');
  await expect.poll(() => contexts(page)).toEqual(['suspended']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toContainText('All 5 sounds are playing.', patience);

  const horn = page.getByRole('slider', { name: 'Horn' });
  // From the button that took the place of Play, Tab goes past Stop to the sources, and from the last one to the listener.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('slider').first()).toBeFocused();
  for (let source = 0; source < 4; source++) await page.keyboard.press('Tab');
  await expect(horn).toBeFocused();
  await expect(horn).toHaveAttribute('aria-valuetext', 'ahead, 12 metres away');
  for (let press = 0; press < 7; press++) await page.keyboard.press('ArrowRight');
  await expect(horn).toHaveAttribute('aria-valuetext', 'to the right, 12 metres away');
  for (let press = 0; press < 7; press++) await page.keyboard.press('ArrowDown');
  await expect(horn).toHaveAttribute('aria-valuetext', 'to the right, 3 metres away');
  await page.keyboard.press('Tab');
  for (let press = 0; press < 9; press++) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider', { name: 'You' })).toHaveAttribute(
    'aria-valuetext',
    'turned 90 degrees to the right',
  );
  await expect(horn).toHaveAttribute('aria-valuetext', 'ahead, 3 metres away');

  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
  await expect(page.getByRole('status').first()).toHaveText('The sound has stopped.');
  await expect.poll(() => contexts(page)).toEqual(['closed']);
});

test('A source goes where it is dragged, and so does the listener', async ({ page, lab }) => {
  await play(page, lab);
  const group = page.getByRole('group', { name: 'The stage, seen from above' });
  // All of it on the screen, or the first drag would scroll it away from where it was measured.
  await group.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const stage = await group.boundingBox();
  if (!stage) throw new Error('There is no stage');
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  const drag = async (name: string, to: { x: number; y: number }) => {
    await page.getByRole('slider', { name }).hover();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag('Embers', { x: middle.x + stage.width * 0.3, y: middle.y });
  await expect(page.getByRole('slider', { name: 'Embers' })).toHaveAttribute(
    'aria-valuetext',
    /^to the right/,
  );
  await drag('You', { x: middle.x + stage.width * 0.3, y: middle.y });
  await expect(page.getByRole('slider', { name: 'You' })).toHaveAttribute(
    'aria-valuetext',
    /^turned 90 degrees to the right/,
  );
  await expect(page.getByRole('slider', { name: 'Embers' })).toHaveAttribute('aria-valuetext', /^ahead/);
  await page.getByRole('button', { name: 'Put everything back' }).click();
  await expect(page.getByRole('slider', { name: 'You' })).toHaveAttribute('aria-valuetext', 'facing ahead');
  await expect(page.getByRole('slider', { name: 'Embers' })).toHaveAttribute(
    'aria-valuetext',
    /^ahead, to the left/,
  );
});

test('What can be dragged can be moved with plain buttons too', async ({ page, lab }) => {
  await play(page, lab, 'coc_aatt');
  await page.getByText('Move with buttons').click();
  await page.getByLabel('What moves').selectOption('Rope');
  const rope = page.getByRole('slider', { name: 'Rope' });
  for (let press = 0; press < 9; press++) await page.getByRole('button', { name: 'Further' }).click();
  await page.getByRole('button', { name: 'Round to the right' }).click();
  await page.getByRole('button', { name: 'Round to the right' }).click();
  await expect(rope).toHaveAttribute('aria-valuetext', 'to the right, 6 metres away');
});

test('What speaks up is captioned with its direction, and the whole scene is there in words', async ({
  page,
  lab,
}) => {
  await play(page, lab);
  await expect(
    page.getByText(
      /^(Chains shift and settle|A spark jumps|Boots on stone|A war horn, two notes), (ahead|behind|to the)/,
    ),
  ).toBeVisible();
  await page.getByText('The scene in words').click();
  await expect(page.getByText(/You stand in the gatehouse of the fortress\..*war horn/)).toBeVisible();
});

test('A raven finds out whose head the sound must be made for, by ear and keyboard, and the browser remembers', async ({
  page,
  lab,
}) => {
  // With the same calls each time, the head found by these answers is not the one chosen before.
  await page.addInitScript(() => {
    Math.random = () => 0.5;
  });
  await play(page, lab);
  await page.getByText('Fit it to your ears').click();
  const head = page.getByLabel('Your head');
  await expect(head).toHaveValue('middle');
  await head.selectOption('large');
  await page.getByRole('button', { name: 'Where is the raven?' }).click();
  const game = page.getByRole('dialog', { name: 'Where is the raven?' });
  const heard = game.getByRole('slider', { name: 'Where you heard it' });
  await expect(game.getByRole('status').first()).toContainText('Call 1 of 6.');
  await expectAccessible(page);
  for (let call = 1; call <= 6; call++) {
    await expect(game.getByRole('status').first()).toContainText(`Call ${call} of 6.`);
    await expect(heard).toHaveAttribute('aria-valuetext', 'ahead, 0 degrees');
    await heard.focus();
    await page.keyboard.press('ArrowRight');
    await expect(heard).toHaveAttribute('aria-valuetext', 'ahead, 5 degrees');
    if (call % 2 === 0) await page.keyboard.press('Enter');
    else await game.getByRole('button', { name: 'It was here' }).click();
  }
  await expect(game.getByRole('status').first()).toContainText('From now on the sound is made for them.');
  await expect(head).toHaveValue('middle');
  await game.getByRole('button', { name: 'Back to the scene' }).click();
  await expect(game).toHaveCount(0);
  await head.selectOption('small');
  await play(page, lab, 'dracula');
  await page.getByText('Fit it to your ears').click();
  await expect(head).toHaveValue('small');
});

test('After the raven the sound is for the head that it found, also when that is the one from before', async ({
  page,
  lab,
}) => {
  await page.addInitScript(() => {
    // The calls come in the order of the heads, so that the last ones are for the widest.
    Math.random = () => 0.5;
    const ears: AudioParam[] = [];
    globalThis.DelayNode = class extends DelayNode {
      constructor(context: BaseAudioContext, options?: DelayOptions) {
        super(context, options);
        if (options?.maxDelayTime === 0.01) ears.push(this.delayTime);
      }
    };
    Object.assign(globalThis, { ears });
  });
  /** How many ears hear later than the browser's own head would: none while the sound is made for that one. */
  const late = () =>
    page.evaluate(
      () => (globalThis as unknown as { ears: AudioParam[] }).ears.filter(({ value }) => value !== 0).length,
    );
  await play(page, lab);
  await page.getByText('Fit it to your ears').click();
  await page.getByRole('button', { name: 'Where is the raven?' }).click();
  const game = page.getByRole('dialog', { name: 'Where is the raven?' });
  for (let call = 1; call <= 6; call++) {
    await expect(game.getByRole('status').first()).toContainText(`Call ${call} of 6.`);
    if (call === 6) await expect.poll(late).toBeGreaterThan(2);
    await game.getByRole('button', { name: 'It was here' }).click();
  }
  await expect(game.getByRole('status').first()).toContainText('as far apart as most');
  await game.getByRole('button', { name: 'Back to the scene' }).click();
  await expect(page.getByLabel('Your head')).toHaveValue('middle');
  // What has ended meanwhile stays as it was.
  await expect.poll(late).toBeLessThan(3);
});

test('A raven that is left changes nothing', async ({ page, lab }) => {
  await play(page, lab);
  await page.getByText('Fit it to your ears').click();
  await page.getByLabel('Your head').selectOption('small');
  await page.getByRole('button', { name: 'Where is the raven?' }).click();
  await page
    .getByRole('dialog', { name: 'Where is the raven?' })
    .getByRole('button', { name: 'Leave the raven' })
    .click();
  await expect(page.getByLabel('Your head')).toHaveValue('small');
  await expect(page.getByRole('button', { name: 'Where is the raven?' })).toBeFocused();
});

test('Player and poster pass axe, and fit 320 pixels', async ({ page, lab }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openBlock(page, lab, 'maceandmagic');
  await expectAccessible(page);
  await play(page, lab, 'maceandmagic');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test.describe('with motion', () => {
  test.use(withMotion);

  test('The ring that goes out from what speaks up is drawn thirty times, larger and fainter each time', async ({
    page,
    lab,
  }) => {
    await begin(page, lab);
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .some((animation) => (animation as CSSAnimation).animationName?.includes('pulse')),
    );
    const drawn = await page.evaluate(() => {
      const pulse = document
        .getAnimations()
        .find((animation) => (animation as CSSAnimation).animationName?.includes('pulse')) as Animation;
      pulse.pause();
      const ring = (pulse.effect as KeyframeEffect).target as Element;
      return Array.from({ length: 1900 }, (_, at) => {
        pulse.currentTime = at;
        const { transform, opacity } = getComputedStyle(ring);
        return { size: new DOMMatrix(transform).a, opacity: Number(opacity) };
      });
    });
    expect(new Set(drawn.map(({ size }) => size)).size).toBe(30);
    for (const [i, { size, opacity }] of drawn.entries()) {
      const before = drawn[i - 1];
      if (!before) continue;
      expect(size).toBeGreaterThanOrEqual(before.size);
      expect(opacity).toBeLessThanOrEqual(before.opacity);
    }
  });
});
