import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { openShop } from '#tests/support/shop.ts';

it('Sites that were closed keep none of their memory: of twenty-five megabytes for each, none is there after four', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const megabytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  const openAndClose = async () => (await openShop()).close();
  await openAndClose();
  const before = megabytes();
  for (let site = 0; site < 4; site += 1) await openAndClose();
  // Collected memory is returned by another thread, later on a busy machine.
  await expect.poll(() => megabytes() - before).toBeLessThan(25);
});
