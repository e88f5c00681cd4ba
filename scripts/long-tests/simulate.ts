import { parseArgs } from 'node:util';
import { postgresAt, type ReusedDatabase, sqliteInMemory } from '#tests/simulator/databases.ts';
import { noMeetings } from '#tests/simulator/open-transactions.ts';
import { planOf } from '#tests/simulator/plan.ts';
import { usualMinutes } from '#tests/simulator/seeds.ts';
import { shrink } from '#tests/simulator/shrink.ts';
import { simulate } from '#tests/simulator/simulate.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

/**
 * `npm run simulate -- --seed 7` plays one story and prints it; `--seeds 1..10000` plays many and prints what broke, the first
 * of it shrunk to as few steps as break the same rule. `--minutes 60` is how long people and troubles are about, `--engine
 * postgres` plays on PostgreSQL, `--clocks right` with the right time in every process, `--days ordinary` without releases and
 * consent. Ends with status 1 when a rule was broken.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1..200' },
    minutes: { type: 'string', default: String(usualMinutes) },
    engine: { type: 'string', default: 'sqlite' },
    clocks: { type: 'string', default: 'any' },
    days: { type: 'string', default: 'any' },
  },
});
const [from = 1, to = from] = (values.seed ?? values.seeds).split('..').map(Number);
const minutes = Number(values.minutes);
const clocks = values.clocks === 'right' ? 'right' : 'any';
const days = values.days === 'ordinary' ? 'ordinary' : 'any';
/** How often a long run says how far it is. */
const tellEvery = 500;

async function run(databases: ReusedDatabase): Promise<number> {
  const totals = {
    seeds: 0,
    broken: 0,
    steps: 0,
    events: 0,
    purchases: 0,
    letters: 0,
    promises: 0,
    ...noMeetings(),
  };
  const begun = performance.now();
  for (let seed = from; seed <= to; seed += 1) {
    const plan = planOf(seed, { minutes, clocks, days });
    const ending = await simulate(plan, await databases.empty());
    totals.seeds += 1;
    totals.steps += plan.steps.length;
    totals.events += ending.events;
    for (const [key, count] of Object.entries(ending.counts))
      totals[key as keyof typeof ending.counts] += count;
    if (values.seed !== undefined) console.log(ending.story.join('\n'));
    if (ending.breach) {
      totals.broken += 1;
      console.log(`seed ${seed}: ${ending.breach.rule}: ${ending.breach.words}`);
      if (totals.broken === 1) {
        const shrunk = await shrink(plan, ending, async (shorter) =>
          simulate(shorter, await databases.empty()),
        );
        console.log(
          `shrunk from ${plan.steps.length} steps to ${shrunk.plan.steps.length} in ${shrunk.runs} runs:`,
          `\n${shrunk.ending.story.map((line) => `  ${line}`).join('\n')}`,
        );
      }
    }
    if (totals.seeds % tellEvery === 0) console.log({ ...totals, seconds: secondsSince(begun) });
  }
  console.log({ engine: values.engine, minutes, ...totals, seconds: secondsSince(begun) });
  return totals.broken;
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 1000);

async function onPostgres(): Promise<number> {
  const server = await startPostgresServer();
  try {
    await server.run('CREATE DATABASE simulated');
    const databases = await postgresAt(server.urlOf('simulated'));
    const broken = await run(databases);
    await databases.close();
    return broken;
  } finally {
    await server.stop();
  }
}

process.exitCode = (await (values.engine === 'postgres' ? onPostgres() : run(sqliteInMemory()))) > 0 ? 1 : 0;
