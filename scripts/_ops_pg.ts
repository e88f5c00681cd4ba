import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { listCodeBatches } from '#server/operating/code-batches.ts';
import { exportCodes, setCodesRevoked } from '#server/operating/codes.ts';
import { runImport, undoImport } from '#server/operating/imports.ts';
import { findOrders } from '#server/operating/operator-orders.ts';
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
  const { pool } = ledger;
  const n = 1_000_000;
  await pool.query(
    `INSERT INTO code_batches (id, campaign, origin, created_at, created_by) OVERRIDING SYSTEM VALUE SELECT i, 'c'||i, 'generated', now(), 'x' FROM generate_series(1,31) i`,
  );
  await pool.query(`INSERT INTO activation_codes (id, code, folded, campaign, batch_id, created_at, most_redemptions) OVERRIDING SYSTEM VALUE
    SELECT i, 'torch-'||i, 'torch'||i, CASE WHEN i >= 970000 THEN 'c'||(2+(i-970000)/1000) ELSE 'c1' END, CASE WHEN i >= 970000 THEN (2+(i-970000)/1000) ELSE 1 END, now(), 1 FROM generate_series(1, ${n - 1}) i`);
  await pool.query(
    `INSERT INTO activation_code_unlocks SELECT i, 'bench-'||(i%997) FROM generate_series(1, ${n - 1}) i`,
  );
  await pool.query(
    `INSERT INTO redemptions (code_id, account_id, redeemed_at) SELECT i, 'a'||i, now() FROM generate_series(1, ${n - 1}, 3) i`,
  );
  await pool.query(`INSERT INTO purchases (id, checkout_session_id, payment_intent_id, email, account_id, currency, total_ore, live, paid_at, recorded_at) OVERRIDING SYSTEM VALUE
    SELECT i, 'cs_'||i, 'pi_'||i, 'old-'||i||'@example.com', 'Acc-'||i, 'sek', 25000, true, now(), now() FROM generate_series(1, ${n}) i`);
  await pool.query('ANALYZE');
  const needs = { ledger, clock, actor: 'operator:x' as const };
  async function time(name: string, work: () => Promise<unknown>) {
    const t = performance.now();
    const r = await work();
    console.log(
      name.padEnd(40),
      ((performance.now() - t) / 1000).toFixed(2),
      's',
      r ?? '',
      Math.round(process.memoryUsage.rss() / 1e6),
      'MB',
    );
  }
  const count = async (selection: never) => {
    let c = 0;
    for await (const p of exportCodes(needs, selection)) c += p.length;
    return c;
  };
  for (let round = 0; round < 2; round++) {
    await time('list', async () => (await listCodeBatches(needs)).length);
    for (let b = 2; b < 14; b += 1) await time(`export batch ${b}`, () => count({ batchId: b } as never));
    await time('export campaign small', () => count({ campaign: 'c20' } as never));
    await time('export big batch', () => count({ batchId: 1 } as never));
    await time('export big campaign', () => count({ campaign: 'c1' } as never));
    await time('find part', async () => (await findOrders(needs, 'old-77777')).length);
    await time('find account', async () => (await findOrders(needs, 'acc-5000')).length);
    await time(
      'old find part',
      async () =>
        (
          await pool.query(
            `SELECT * FROM purchases WHERE email ILIKE $1 ESCAPE '\\' OR checkout_session_id ILIKE $1 ESCAPE '\\' OR payment_intent_id ILIKE $1 ESCAPE '\\' OR account_id ILIKE $1 ESCAPE '\\' ORDER BY paid_at DESC, id DESC LIMIT 50`,
            ['%old-77777%'],
          )
        ).rows.length,
    );
    await time('revoke big', () => setCodesRevoked(needs, { batchId: 5 }, round === 0, null));
  }
  const entries = Array.from({ length: 100_000 }, (_, i) => ({
    key: `k-${i}`,
    email: `b-${i}@example.com`,
    adventureIds: ['fod' as const],
    grantedAt: new Date(),
  }));
  let id = 0;
  await time('import', async () => {
    id = (await runImport(needs, 'backers', 'x', entries, () => {})).importId ?? 0;
  });
  await time('undo', () => undoImport(needs, id, null));
  await ledger.close();
} finally {
  await server.stop();
}
