import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { demoEnvironment } from '../scripts/demo-settings.ts';
import { benchOptions } from './support/options.ts';
import { median, report } from './support/report.ts';

/**
 * `npm run bench -- imports`: the command that brings in 100 000 crowdfunding backers, beside the least that has to happen:
 * the same number of rows put into one table with one index by a bare loop, in transactions of the same size. Three
 * rounds, interleaved; medians in seconds and their ratio.
 */
const lines = 100_000;
const batch = 5000;
const { rounds } = benchOptions({ rounds: 3 });

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

function importCommand(directory: string, csv: string): number {
  const env = { ...demoEnvironment({ DATA_DIR: directory }), PATH: process.env['PATH'] ?? '' };
  return timed(() => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['server/admin/main.ts', 'imports', 'backers', csv],
      { env, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
  });
}

function bareLoop(directory: string): number {
  const db = new Database(join(directory, 'bare.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(
    'CREATE TABLE grants (id INTEGER PRIMARY KEY, email TEXT, adventure_id TEXT); CREATE INDEX e ON grants (email)',
  );
  const insert = db.prepare('INSERT INTO grants (email, adventure_id) VALUES (?, ?)');
  const some = db.transaction((from: number) => {
    for (let index = from; index < from + batch; index += 1)
      insert.run(`backer-${index}@example.com`, 'fod-kickstarter');
  });
  const seconds = timed(() => {
    for (let from = 0; from < lines; from += batch) some(from);
  });
  db.close();
  return seconds;
}

const figures = { command: [] as number[], bare: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  const directory = mkdtempSync(join(tmpdir(), 'bench-imports-'));
  const csv = join(directory, 'backers.csv');
  const rows = Array.from({ length: lines }, (_, index) => `backer-${index}@example.com,fod-kickstarter`);
  writeFileSync(csv, `email,reward\n${rows.join('\n')}\n`);
  figures.command.push(importCommand(directory, csv));
  figures.bare.push(bareLoop(directory));
  rmSync(directory, { recursive: true });
}
const [command, bare] = [median(figures.command), median(figures.bare)];
report('imports', {
  'Bringing in 100 000 backers': [
    {
      what: 'imports backers',
      seconds: Number(command.toFixed(2)),
      times: Number((command / bare).toFixed(1)),
    },
    { what: 'bare inserts', seconds: Number(bare.toFixed(2)), times: 1 },
  ],
});
