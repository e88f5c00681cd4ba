import { afterAll, expect, it } from 'vitest';
import { sqliteInMemory } from './databases.ts';
import { type Plan, planOf } from './plan.ts';
import { usualMinutes, usualSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

const databases = sqliteInMemory();
afterAll(() => databases.close());
const tell = async (seed: number) =>
  simulate(planOf(seed, { minutes: usualMinutes }), await databases.empty());

it('The same seed tells the same story', async () => {
  const [first, second] = [await tell(3), await tell(3)];
  expect(second).toEqual(first);
  expect(first.events).toBeGreaterThan(500);
  expect((await tell(4)).story).not.toEqual(first.story);
});

it(`Every rule holds in the stories of ${usualSeeds.to} seeds, and people bought, were written to and were promised things in them`, {
  timeout: 600_000,
}, async () => {
  const counts = { purchases: 0, letters: 0, promises: 0 };
  for (let seed = usualSeeds.from; seed <= usualSeeds.to; seed += 1) {
    const { breach, story, counts: seen } = await tell(seed);
    expect(breach, `npm run simulate -- --seed ${seed}\n${story.join('\n')}`).toBeNull();
    counts.purchases += seen.purchases;
    counts.letters += seen.letters;
    counts.promises += seen.promises;
  }
  expect(counts.purchases).toBeGreaterThan(2 * usualSeeds.to);
  expect(counts.letters).toBeGreaterThan(5 * usualSeeds.to);
  expect(counts.promises).toBeGreaterThan(usualSeeds.to);
});

it('A plan that breaks a rule is shrunk to the steps that it takes', async () => {
  const [first, second] = [1, 2].map((seed) => planOf(seed, { minutes: usualMinutes })) as [Plan, Plan];
  const plan = { ...first, steps: [...first.steps, ...second.steps] };
  const [one, other] = [plan.steps[3], plan.steps.at(-4)];
  const play = async ({ steps }: Plan) => {
    const isBroken = [one, other].every((step) => step && steps.includes(step));
    return { breach: isBroken ? { rule: 'not both', words: '' } : null, story: [] };
  };
  const shrunk = await shrink(plan, await play(plan), play);
  expect(shrunk.plan.steps).toEqual([one, other]);
  expect(shrunk.plan.storms).toEqual([]);
});
