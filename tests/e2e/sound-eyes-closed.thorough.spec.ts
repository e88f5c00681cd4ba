import { expect, expectAccessible } from './fixtures.ts';
import { begin, patience, play, test } from './sound-lab/player-page.ts';

test('With closed eyes a line is spoken and captioned, a choice is taken by key or tap, and the scene answers', async ({
  page,
  lab,
}) => {
  await play(page, lab, 'fist');
  await page.getByRole('button', { name: 'Close your eyes' }).press('Enter');
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Do you follow the water, or go and see who is working so late?');
  await expect(dark).toContainText('A machine whispers in the place of the actor.');
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(dark).toContainText('You follow the water.');
  await expect(dark.getByRole('button', { name: 'Follow the water' })).toHaveCount(0);
  await expect(page.getByRole('slider', { name: 'Water', includeHidden: true })).toHaveAttribute(
    'aria-valuetext',
    'ahead, within reach',
  );
  await page.keyboard.press('Escape');
  await expect(dark).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Close your eyes' })).toBeFocused();
  await page.getByRole('button', { name: 'Close your eyes' }).click();
  await dark.getByRole('button', { name: 'Go to the hoist' }).click();
  await expect(dark).toContainText('You go towards the hoist.');
  await expect(dark.getByRole('status')).toHaveText('That was one moment of many.', patience);
  await dark.getByRole('button', { name: 'Hear the other answer' }).click();
  await expect(dark).toContainText('You follow the water.');
  await dark.getByRole('button', { name: 'Open your eyes' }).click();
  await expect(page.getByRole('slider', { name: 'Water' })).toHaveAttribute(
    'aria-valuetext',
    /^to the right/,
  );
});

test('Where the voice does not come, the words are there to be read, and the scene goes on', async ({
  page,
  lab,
}) => {
  await play(page, lab, 'coc_aatt');
  await page.route('**/*.mp3', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Close your eyes' }).click();
  await expect(page.getByRole('dialog')).toContainText('The voice is not heard. Read the line instead.');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog')).toContainText('There is nothing above you now.');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    'That was one moment of many.',
    patience,
  );
});

test('A line that nobody has spoken is read while the scene answers, and nothing is asked for in its place', async ({
  page,
  lab,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await play(page, lab, 'maceandmagic');
  await page.getByRole('button', { name: 'Close your eyes' }).click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  await expect(dark).toContainText('Nobody has spoken this line yet. Read it.');
  await page.keyboard.press('ArrowRight');
  await expect(dark).toContainText('It is a short chapter.');
  await expect(dark.getByRole('status')).toHaveText('That was one moment of many.', patience);
  expect(asked.filter((url) => url.endsWith('.mp3'))).toEqual([]);
});

test('With closed eyes a screen reader does not talk over the voice, and names both answers after it', async ({
  page,
  lab,
}) => {
  await begin(page, lab, 'fist');
  await page.getByRole('button', { name: 'Close your eyes' }).click();
  const dark = page.getByRole('dialog', { name: 'With your eyes closed' });
  const question = dark.getByText('Do you follow the water, or go and see who is working so late?');
  await expect(question).toBeVisible();
  await expect(dark.getByRole('heading', { name: 'Listen' })).toBeFocused();
  await expect(dark.getByRole('status')).toHaveText(
    'Left: Follow the water. Right: Go to the hoist. Tap a half of the screen, press an arrow key, or Tab to an answer.',
    patience,
  );
  // Keyboard shortcuts of browsers and screen readers do not count as answers.
  for (const held of ['Alt', 'Control', 'Meta']) await page.keyboard.press(`${held}+ArrowLeft`);
  await expect(dark.getByRole('button', { name: 'Follow the water' })).toBeVisible();
  // Without a recorded voice the screen reader gets the text, once.
  await page.route('**/*.mp3', (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press('ArrowLeft');
  await expect(dark.getByText('You follow the water.')).toBeFocused();
});
