import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEnvironment } from '../scripts/demo-settings.ts';
import { startPostgresServer } from '../tests/support/postgres-server.ts';
import { fillDatabase } from './support/database.ts';
import { benchOptions } from './support/options.ts';
import { report } from './support/report.ts';

/**
 * `npm run bench -- copy`: `admin database copy` of a shop with a million purchases, killed once in the middle and taken up
 * again. Fails when the two databases are not found the same.
 */
const { purchases } = benchOptions({ purchases: 1_000_000 });

const directory = mkdtempSync(join(tmpdir(), 'bench-copy-'));
const file = join(directory, 'site.sqlite');
const server = await startPostgresServer({ durable: true });

function startCopy(): { child: ChildProcess; text(): string } {
  const child = spawn(
    process.execPath,
    ['server/admin/main.ts', 'database', 'copy', '--to', server.urlOf('copy')],
    {
      env: demoEnvironment({ DATA_DIR: directory, DATABASE_FILE: file }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  return { child, text: () => text };
}

try {
  console.log(`Making a shop with ${purchases} purchases …`);
  await fillDatabase(file, purchases);
  await server.run('CREATE DATABASE copy');
  const first = startCopy();
  // It says how far it is, a line each tenth of the way.
  const moved = () =>
    Promise.race([once(first.child.stderr ?? first.child, 'data'), once(first.child, 'exit')]);
  while (!/\b[3-9]\d %/.test(first.text())) await moved();
  first.child.kill('SIGKILL');
  if (first.child.exitCode === null && first.child.signalCode === null) await once(first.child, 'exit');
  const startedAt = performance.now();
  const second = startCopy();
  const [code] = (await once(second.child, 'exit')) as [number];
  const took = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(second.text());
  const rows = Number(/(\d+) rows are the same/.exec(second.text())?.[1]);
  report('copy', {
    copy: [
      {
        purchases,
        rows,
        'SQLite MB': Math.round(statSync(file).size / 1e6),
        'rows from before the kill': Number(/(\d+) rows were there/.exec(second.text())?.[1]),
        'seconds to the end, compared': Math.round(took),
      },
    ],
  });
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
