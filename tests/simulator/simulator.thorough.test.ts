import { expect, it } from 'vitest';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { postgresAt } from './databases.ts';
import { planOf } from './plan.ts';
import { usualMinutes } from './seeds.ts';
import { type Ending, simulate } from './simulate.ts';

it('The stories of some seeds hold on PostgreSQL, where transactions are open at once, and are the same when they are told again', async () => {
  const postgres = await postgresAt(await newPostgresDatabase());
  const tellThere = async (seed: number) =>
    simulate(planOf(seed, { minutes: usualMinutes }), await postgres.empty());
  const endings: Ending[] = [];
  for (const seed of [1, 2, 3]) {
    const ending = await tellThere(seed);
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
