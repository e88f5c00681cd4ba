import { spawnSync } from 'node:child_process';
import { storm } from '#tests/postgres/support/storm.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

/**
 * `npm run storm`: three sites on one PostgreSQL database behind a balancer, one of them killed with SIGKILL 30 times and
 * the database server restarted 5 times under webhooks, redemptions and reads. Ends with status 1 when anything that was
 * acknowledged is not there exactly once, or a question that is repeated is never answered. Before it, 10 000 random
 * histories of orders on SQLite and 1 000 on PostgreSQL. `npm run test:all` does it with three kills and one restart, and a tenth of
 * the histories.
 */

const kills = Number(process.env['KILLS'] ?? 30);
const restarts = Number(process.env['RESTARTS'] ?? 5);

const histories = spawnSync('vitest', ['run', 'tests/ledger/order-histories.property.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HISTORIES: process.env['HISTORIES'] ?? '10000' },
});
if (histories.status !== 0) process.exit(1);

const server = await startPostgresServer({ durable: true });
try {
  const outcome = await storm(server, { kills, restarts });
  console.log(outcome);
  process.exitCode = outcome.failed.length + outcome.lost.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}
