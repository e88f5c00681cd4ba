import { rowOf, seedOf } from './chance.ts';
import type { SimulatedDatabase } from './databases.ts';
import { installGlobals } from './globals.ts';
import { checkAlways, type Owners } from './invariants/always.ts';
import { checkFinally } from './invariants/finally.ts';
import { checkShelf } from './invariants/shelf.ts';
import type { Meetings } from './open-transactions.ts';
import type { Plan } from './plan.ts';
import { performer, playStep } from './steps.ts';
import type { Breach } from './story.ts';
import { Owner, VirtualTime } from './virtual-time.ts';
import { openWorld, type World } from './world.ts';

/** The result of a simulation. */
export interface Ending {
  /** The first violated invariant; `null` for none. */
  breach: Breach | null;
  story: readonly string[];
  /** How many events of the event loop it took. */
  events: number;
  counts: { purchases: number; letters: number; promises: number } & Meetings;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long a site without faults may take for the backlog, in milliseconds: a postponed letter often waits an hour. */
const settleMs = 75 * minuteMs;

/** Simulates a plan on an empty shop. The same plan gives the same story on the same database. */
export async function simulate(plan: Plan, database: SimulatedDatabase): Promise<Ending> {
  const row = rowOf(seedOf(plan.seed, 'the platform'));
  const time = new VirtualTime(plan.start, rowOf(seedOf(plan.seed, 'ties')));
  const takeBack = installGlobals(time, row);
  try {
    const world = await play(plan, time, database);
    const { story, record, post } = world;
    const { purchases } = await world.look(['purchases']);
    return {
      ...{ breach: story.breach, story: story.lines, events: time.events },
      counts: {
        purchases: purchases.length,
        letters: post.taken.length,
        promises: record.promises.length,
        ...database.meetings,
      },
    };
  } finally {
    takeBack();
  }
}

async function play(plan: Plan, time: VirtualTime, database: SimulatedDatabase): Promise<World> {
  const world = openWorld(plan, time, database);
  const { story, weather } = world;
  const owners: Owners = new Map();
  const judge = new Owner('the judge');
  const isOver = () => story.breach !== null;
  for (const step of plan.steps) {
    const actor = performer(step);
    time.after(
      step.at - time.now,
      () => {
        time.begin(actor, async () => {
          await playStep(world, step);
          await checkAlways(world, owners);
        });
      },
      actor,
    );
  }
  const run = (ms: number) => time.runUntil(time.now + ms, isOver);
  const at = async (work: () => Promise<unknown>) => {
    time.begin(judge, work);
    await run(minuteMs);
  };
  await run(plan.lengthMs);
  weather.calm();
  story.tell('from here on nothing goes wrong any more');
  await at(() => world.deploy());
  await run(settleMs);
  // What Stripe delivers after more than a day has long been found by the reconciler.
  time.leap(26 * hourMs);
  await run(20 * minuteMs);
  await at(async () => {
    await checkAlways(world, owners);
    await checkFinally(world);
    for (const person of world.people) await checkShelf(world, person);
  });
  return world;
}
