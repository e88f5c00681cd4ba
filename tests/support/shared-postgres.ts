import type { TestProject } from 'vitest/node';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string };
  }
}

/** The template of every test's database. */
export const migratedTemplate = 'migrated';

/** Vitest's global set-up: one PostgreSQL server for the whole run, with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  await server.run(`CREATE DATABASE ${migratedTemplate}`);
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { ledger } = await openPostgresLedger(server.urlOf(migratedTemplate), 'migrations/postgres', {
    clock: () => new Date(),
    log: silent,
    user: 'site',
  });
  await ledger.close();
  project.provide('postgres', { adminUrl: server.urlOf('postgres') });
  return () => server.stop();
}
