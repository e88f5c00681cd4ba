import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../server/engines/sqlite/ledger.ts';
import { command } from '../server/ledger/script.ts';
import { benchOptions } from './support/options.ts';
import { type Row, report } from './support/report.ts';

/**
 * `npm run bench -- commits`: one commit after the other, each with seven rows all over a table of 40 megabytes, as long as it takes
 * until it is on disk; with checkpoints inside of commits, as SQLite makes them, and on a thread of their own, in turns.
 */
const { rounds, commits } = benchOptions({ rounds: 5, commits: 8000 });
const rows = 40_000;
const ways = ['inside', 'beside'] as const;

const clock = () => new Date();
const quiet = { info() {}, warn() {}, error() {} };
const details = JSON.stringify({ text: 'x'.repeat(900) });
const put = command('INSERT INTO operator_actions (at, actor, action, details) VALUES (?, ?, ?, ?)');
const touch = command('UPDATE operator_actions SET actor = ? WHERE id = ?');

/** How long each commit took, in milliseconds, the shortest first. */
async function timesOf(way: (typeof ways)[number]): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-commits-'));
  const file = join(directory, 'site.sqlite');
  const ledger = openSqliteLedger(file, 'migrations', clock, way === 'beside' ? { log: quiet } : {});
  const add = () => put.run(clock(), 'operator', 'bench', details);
  const anyRow = () => 1 + Math.floor(Math.random() * rows);
  for (let made = 0; made < rows; made += 1000) {
    await ledger.write([], function* () {
      for (let row = 0; row < 1000; row += 1) yield* add();
    });
  }
  const times: number[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    const begun = performance.now();
    await ledger.write([], function* () {
      for (let row = 0; row < 6; row += 1) yield* touch.run(`operator ${commit}`, anyRow());
      yield* add();
    });
    times.push(performance.now() - begun);
  }
  await ledger.close();
  rmSync(directory, { recursive: true });
  return times.sort((a, b) => a - b);
}

const table: Row[] = [];
for (let round = 1; round <= rounds; round += 1) {
  for (const way of ways) {
    const times = await timesOf(way);
    const at = (share: number) => Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2));
    const total = times.reduce((sum, time) => sum + time, 0);
    table.push({
      ...{ round, checkpoints: way, 'commits/s': Math.round((commits / total) * 1000) },
      ...{ 'median ms': at(0.5), 'p99 ms': at(0.99), 'p99.9 ms': at(0.999), 'longest ms': at(1) },
    });
  }
}
report('commits', { commits: table }, [`${commits} commits a round, one after the other.`]);
