import { sqliteInMemory } from '#tests/simulator/databases.ts';
import { planOf } from '#tests/simulator/plan.ts';
import { simulate } from '#tests/simulator/simulate.ts';
const [from = 1, to = from] = (process.argv[2] ?? '1').split('..').map(Number);
const minutes = Number(process.argv[3] ?? 60);
const sqlite = sqliteInMemory();
const begun = performance.now();
let bad = 0; let events = 0;
const counts = { purchases: 0, letters: 0, promises: 0 };
for (let seed = from; seed <= to; seed += 1) {
  const db = await sqlite.empty();
  try {
    const ending = await simulate(planOf(seed, minutes), db);
    events += ending.events;
    for (const key of ['purchases','letters','promises'] as const) counts[key] += ending.counts[key];
    if (from === to) console.log(ending.story.join('\n'));
    if (ending.breach) { bad += 1; console.log(seed, ending.breach.rule, '|', ending.breach.words.slice(0, 400)); if (process.argv[4] === 'first') break; }
  } catch (error) { bad += 1; console.log(seed, 'THROWN', error); }
}
console.log({ bad, events, ...counts, ms: Math.round(performance.now() - begun) });
