import { knownErasures } from '#server/accounts/erasures.ts';
import { completeRestore } from '#server/operating/upkeep.ts';
import { claimTokenHash } from '#server/owning/claim-links.ts';
import { eventTypes } from '#server/providers/stripe/events.ts';
import type { Leaders } from './actors/disk.ts';
import { openPool, type PoolService } from './actors/pool.ts';
import { openPostOffice, type PostOffice } from './actors/post.ts';
import { openStripe, type StripeService } from './actors/stripe.ts';
import { deliverEvent } from './actors/webhooks.ts';
import { diceOf } from './chance.ts';
import type { Row, SimulatedDatabase, TableName } from './databases.ts';
import { newPeople, type Person } from './people.ts';
import type { Plan } from './plan.ts';
import { forgetSince, newRecord, type Record } from './record.ts';
import { openProcess, type ShopProcess, startSite } from './shop-process.ts';
import { newStory } from './story.ts';
import type { Pause, Surroundings } from './surroundings.ts';
import { Owner, type VirtualTime } from './virtual-time.ts';
import { weatherOf } from './weather.ts';

/** The complete state of one simulation. */
export interface World extends Surroundings {
  plan: Plan;
  database: SimulatedDatabase;
  leaders: Leaders;
  stripe: StripeService;
  pool: PoolService;
  post: PostOffice;
  people: Person[];
  /** What was acknowledged and attempted, for the invariants. */
  record: Record;
  /** The running site; `null` while there is none. */
  site: ShopProcess | null;
  /** All processes of the shop so far. */
  processes: Set<Owner>;
  pauseOf(owner: Owner): Pause;
  /** The present rows of a table, read directly. */
  look<T extends TableName>(tables: readonly T[]): Promise<{ [name in T]: Row[] }>;
  hashOf(token: string): string;
  /** Kills a process at its n-th pause from now; `null` cancels that. */
  doom(owner: Owner, pauses: number | null): void;
  /** The newest backup of the database; `null` while there is none. */
  backup: { at: number; putBack(): void } | null;
  /**
   * Kills every process of the shop, restores the backup, and starts a site.
   * @param isKept whether the previous database can still be read
   */
  restore(isKept: boolean): Promise<void>;
  /** Kills the site, and lets the supervisor start another one. */
  crash(why: string): void;
  /** Stops the site as for an update: requests in progress are completed. */
  deploy(): Promise<void>;
}

/** How soon the supervisor starts a site again, in milliseconds. */
const restartMs = 5000;

export function openWorld(plan: Plan, time: VirtualTime, database: SimulatedDatabase): World {
  const now = () => time.now;
  const dice = diceOf(plan.seed, now);
  const story = newStory(now, plan.start);
  const weather = weatherOf(plan.storms, dice, now);
  const around: Surroundings = { time, dice, weather, story };
  const { rest } = database;
  if (rest) time.rest = () => rest(around);
  const supervisor = new Owner('the supervisor');
  const doomed = new Map<Owner, number>();
  const stripe = openStripe(around, plan.asksConsent, (event) => {
    if ((eventTypes as readonly string[]).includes(event.type)) deliverEvent(world, event);
  });
  const world: World = {
    ...around,
    ...{ plan, database, stripe, leaders: new Map(), site: null, processes: new Set(), backup: null },
    pool: openPool(around),
    post: openPostOffice(around),
    people: newPeople(plan),
    record: newRecord(),
    hashOf: claimTokenHash,
    async look(tables) {
      const read = async () => {
        const found: { [name in TableName]?: Row[] } = {};
        for (const table of tables) found[table] = await database.rows(table);
        return found as { [name in (typeof tables)[number]]: Row[] };
      };
      return database.engine === 'postgres' ? time.external(read) : read();
    },
    pauseOf: (owner) => async (ms) => {
      await time.sleep(ms);
      const left = doomed.get(owner);
      if (left === undefined) return;
      doomed.set(owner, left - 1);
      if (left > 0) return;
      doomed.delete(owner);
      if (owner === world.site?.owner) world.crash('in the middle of it');
      else kill(owner);
      // For a dead process it never settles.
      await new Promise(() => undefined);
    },
    doom(owner, pauses) {
      if (pauses === null) doomed.delete(owner);
      else doomed.set(owner, pauses);
    },
    crash(why) {
      if (!world.site) return;
      story.tell(`the site dies, ${why}`);
      kill(world.site.owner);
      world.site = null;
      time.after(restartMs, () => begin(), supervisor);
    },
    async restore(isKept) {
      const { backup, record } = world;
      if (!backup) return;
      for (const owner of world.processes) if (owner.alive) kill(owner);
      world.processes.clear();
      world.site = null;
      const ledger = database.open(supervisor, world.pauseOf(supervisor), around);
      const known = isKept ? await ledger.read(knownErasures) : null;
      backup.putBack();
      forgetSince(record, backup.at, time.now, known);
      await completeRestore(
        { ledger, clock: () => new Date(time.now), actor: 'operator:kim' },
        'backup',
        ...(known ? [known] : []),
      );
      time.after(restartMs, () => begin(), supervisor);
    },
    async deploy() {
      const old = world.site;
      if (!old) return;
      doomed.delete(old.owner);
      story.tell('a new version is put in place');
      world.site = null;
      await new Promise<void>((resolve) => {
        time.begin(old.owner, async () => {
          await Promise.all([old.work?.reconciler.stop(), old.work?.delivery.stop()]);
          resolve();
        });
      });
      kill(old.owner);
      begin();
    },
  };
  let number = 0;
  let starting: Owner | null = null;
  function kill(owner: Owner): void {
    owner.alive = false;
    world.post.mishap();
  }
  function begin(): void {
    if (world.site || starting?.alive) return;
    number += 1;
    const process = openProcess(world, `site ${number}`);
    starting = process.owner;
    time.begin(process.owner, async () => {
      try {
        await startSite(world, process);
      } catch (error) {
        story.tell(`the site does not start: ${(error as Error).message}`);
        process.owner.alive = false;
        time.after(restartMs, begin, supervisor);
        return;
      }
      if (world.site) throw new Error('Two sites have started');
      world.site = process;
      starting = null;
      story.tell(`${process.owner.name} is up`);
    });
  }
  begin();
  return world;
}
