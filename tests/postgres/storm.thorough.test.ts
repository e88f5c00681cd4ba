import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { storm } from './support/storm.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

it('Three sites in a storm, killed at random and their database server restarted, have everything they acknowledged once, and whoever asks again is answered', async () => {
  const outcome = await storm(server, { kills: 3, restarts: 1 });
  expect(outcome).toMatchObject({ kills: 3, restarts: 1, failed: [], lost: [] });
  expect(outcome.acknowledged.purchases).toBeGreaterThan(10);
  expect(outcome.acknowledged.redemptions).toBeGreaterThan(10);
});
