import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { runImport, undoImport } from '#server/operating/imports.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

const server = await startPostgresServer();
try {
  await server.run('CREATE DATABASE big');
  const clock = () => new Date();
  const log = { info() {}, warn() {}, error() {} };
  const { ledger } = await openPostgresLedger(server.urlOf('big'), 'migrations/postgres', {
    clock,
    log,
    user: 'operator',
  });
  const needs = { ledger, clock, actor: 'operator:x' as const };
  async function time(name: string, work: () => Promise<unknown>) {
    const t = performance.now();
    const c = process.cpuUsage();
    const r = await work();
    console.log(
      name.padEnd(40),
      ((performance.now() - t) / 1000).toFixed(2),
      's',
      process.cpuUsage(c).user / 1e6,
      r ?? '',
    );
  }
  const entries = Array.from({ length: 100_000 }, (_, i) => ({
    key: `k-${i}`,
    email: `b-${i}@example.com`,
    adventureIds: ['fod' as const],
    grantedAt: new Date(),
  }));
  let id = 0;
  for (let i = 0; i < 2; i++) {
    await time('import', async () => {
      id = (await runImport(needs, 'backers', 'x', entries, () => {})).importId ?? 0;
    });
    await time('undo', () => undoImport(needs, id, null));
  }
  await ledger.close();
} finally {
  await server.stop();
}
