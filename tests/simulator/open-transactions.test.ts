import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { command } from '#server/ledger/script.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { diceOf, rowOf } from './chance.ts';
import { installGlobals } from './globals.ts';
import { OpenTransactions } from './open-transactions.ts';
import type { Surroundings } from './surroundings.ts';
import { Owner, VirtualTime } from './virtual-time.ts';

const url = await newPostgresDatabase('empty');
const monitor = new pg.Pool({ connectionString: url });
const transactions = new OpenTransactions(url, monitor);
await monitor.query('CREATE TABLE cups (id integer PRIMARY KEY, uses integer NOT NULL)');
beforeEach(() => monitor.query('TRUNCATE cups; INSERT INTO cups VALUES (1, 0), (2, 0)'));
afterAll(async () => {
  await transactions.close();
  await monitor.end();
});

const use = command('UPDATE cups SET uses = uses + 1 WHERE id = ?');
const usesOf = async () =>
  (await monitor.query<{ uses: number }>('SELECT uses FROM cups ORDER BY id')).rows.map(({ uses }) => uses);

/** Each uses their cups in a separate transaction, in virtual time. @returns the events in order */
async function play(seed: number, people: { [name: string]: { cups: number[]; diesAtPause?: number } }) {
  const time = new VirtualTime(0, rowOf(seed));
  const around = { time, dice: diceOf(seed, () => time.now) } as Surroundings;
  const course: string[] = [];
  const takeBack = installGlobals(time, rowOf(seed));
  await transactions.clear();
  time.rest = () => transactions.rest(around);
  for (const [name, { cups, diesAtPause }] of Object.entries(people)) {
    const owner = new Owner(name);
    let pauses = 0;
    const pause = async (ms: number) => {
      await time.sleep(ms);
      pauses += 1;
      if (pauses !== diesAtPause) return;
      owner.alive = false;
      await new Promise(() => undefined);
    };
    const ledger = transactions.open(owner, pause, around);
    time.begin(owner, async () => {
      await ledger.write([], function* () {
        for (const cup of cups) {
          yield* use.run(cup);
          course.push(`${name} has ${cup}`);
        }
      });
      course.push(`${name} is done`);
    });
  }
  await time.runUntil(60_000, () => false).finally(takeBack);
  return { course, meetings: transactions.meetings };
}

it('Whoever wants a row that another transaction has waits until that one ends, and the same seed has the same course', async () => {
  const people = { Anna: { cups: [1, 2] }, Bo: { cups: [1, 2] }, Cleo: { cups: [1, 2] } };
  for (let seed = 1; seed <= 5; seed += 1) {
    const first = await play(seed, people);
    expect(first.meetings.overlapped).toBeGreaterThan(1);
    expect(await play(seed, people)).toEqual(first);
  }
  expect(await usesOf()).toEqual([30, 30]);
});

it('Of those who wait in a circle one is given up and plays again, and the seed says which', async () => {
  const firstDone = new Set<string | undefined>();
  let circles = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const { course, meetings } = await play(seed, { Anna: { cups: [1, 2] }, Bo: { cups: [2, 1] } });
    expect(course.filter((line) => line.endsWith('is done'))).toHaveLength(2);
    if (meetings.givenUp > 0) firstDone.add(course.find((line) => line.endsWith('is done')));
    circles += meetings.givenUp;
  }
  expect(circles).toBeGreaterThan(5);
  expect([...firstDone].toSorted()).toEqual(['Anna is done', 'Bo is done']);
  expect(await usesOf()).toEqual([120, 120]);
});

it('What a process that dies had open is taken back, and whoever waited for it goes on', async () => {
  const people = { Anna: { cups: [1, 2], diesAtPause: 4 }, Bo: { cups: [1] }, Cleo: { cups: [2] } };
  const { course } = await play(2, people);
  expect(course).toContain('Anna has 2');
  expect(course).not.toContain('Anna is done');
  expect(await usesOf()).toEqual([1, 1]);
});
