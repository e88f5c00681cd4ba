import { test } from './fixtures.ts';
import { expectNoJumps } from './waiting-screens.ts';

test('When what a page waits for comes, nothing that was to be seen jumps, on the narrowest phone, a tablet and a desk', async ({
  page,
}) => {
  await expectNoJumps(page, [
    { width: 320, height: 640 },
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ]);
});
