import { expect, it } from 'vitest';
import { rowOf } from './chance.ts';
import { installGlobals } from './globals.ts';
import { Owner, VirtualTime } from './virtual-time.ts';

it('What the machine calls while an actor runs keeps the real clock and takes none of the seeded random numbers', async () => {
  const time = new VirtualTime(5000, rowOf(1));
  const takeBack = installGlobals(time, rowOf(2));
  const seeded = rowOf(2);
  const meanwhile = Promise.withResolvers<{ current: Owner | null; now: number; random: number }>();
  // It was requested before the actor's turn, and comes in the middle of it.
  setImmediate(() => meanwhile.resolve({ current: time.current, now: Date.now(), random: Math.random() }));
  const drawn: number[] = [];
  time.begin(new Owner('Anna'), async () => {
    drawn.push(Math.random());
    await time.sleep(10);
    expect(Date.now()).toBe(5010);
    drawn.push(Math.random());
  });
  await time.runUntil(60_000, () => false).finally(takeBack);
  const { current, now } = await meanwhile.promise;
  expect(current).toBeNull();
  expect(now).toBeGreaterThan(60_000);
  expect(drawn).toEqual([seeded(), seeded()]);
});
