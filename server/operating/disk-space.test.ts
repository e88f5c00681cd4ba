import { expect, it } from 'vitest';
import { smallShop } from '#tests/support/small-shop.ts';
import { space, warnOfFullDisk } from './disk-space.ts';

it.each([
  [space.warning, []],
  [space.warning - 1, ['warn']],
  [space.wrong, ['warn']],
  [space.wrong - 1, ['error']],
])('With %i bytes free the log says %j', async (freeBytes, levels) => {
  const { log, logged } = smallShop();
  const told: number[] = [];
  await warnOfFullDisk(
    async () => ({ freeBytes, totalBytes: 5e9 }),
    log,
    (free) => told.push(free),
  );
  expect(told).toEqual([freeBytes]);
  expect(logged).toEqual(levels.map((level) => ({ level, fields: { freeBytes, totalBytes: 5e9 } })));
});

it('A database on a server of its own has a disk of its own', async () => {
  const { log, logged } = smallShop();
  const told: number[] = [];
  await warnOfFullDisk(
    async () => null,
    log,
    (free) => told.push(free),
  );
  expect(told).toEqual([]);
  expect(logged).toEqual([]);
});
