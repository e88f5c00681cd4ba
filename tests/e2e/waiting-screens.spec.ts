import { test } from './fixtures.ts';
import { expectNoJumps } from './waiting-screens.ts';

test('When what a page waits for comes, nothing that was to be seen jumps, on a phone', async ({ page }) => {
  await expectNoJumps(page, [{ width: 390, height: 740 }]);
});
