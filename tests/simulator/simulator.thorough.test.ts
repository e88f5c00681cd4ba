import { expect, it } from 'vitest';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { postgresAt } from './databases.ts';
import { planOf } from './plan.ts';
import { regressionSeeds, usualMinutes } from './seeds.ts';
import { type Ending, simulate } from './simulate.ts';

it('The stories of some seeds hold on PostgreSQL, where transactions are open at once, and are the same when they are told again', async () => {
  const postgres = await postgresAt(await newPostgresDatabase());
  const tellThere = async (seed: number, days?: 'ordinary') =>
    simulate(planOf(seed, { minutes: usualMinutes, days }), await postgres.empty());
  const endings: Ending[] = [];
  const usual = [1, 2, 3].map((seed) => ({ seed, days: undefined }));
  const known = regressionSeeds.filter(({ engine }) => engine === 'postgres');
  for (const { seed, days } of [...usual, ...known]) {
    const ending = await tellThere(seed, days);
    const { breach, story } = ending;
    expect(breach, `npm run simulate -- --engine postgres --seed ${seed}\n${story.join('\n')}`).toBeNull();
    endings.push(ending);
  }
  const again = await tellThere(2);
  expect(again).toEqual(endings[1]);
  expect(again.counts.overlapped).toBeGreaterThan(5);
  expect(again.counts.blocked).toBeGreaterThan(0);
  await postgres.close();
});
