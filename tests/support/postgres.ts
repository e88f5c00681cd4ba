import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migratedTemplate } from './shared-postgres.ts';

/**
 * Creates a database on the server of this test run.
 * @param template its initial content: migrated, or empty
 * @returns its address
 */
export async function newPostgresDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const { adminUrl } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(adminUrl);
  await client.connect();
  const source = template === 'migrated' ? migratedTemplate : 'template1';
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`).finally(() => client.end());
  return adminUrl.replace(/[^/]+$/, name);
}

/** Queries a database directly, without the ledger. */
export async function askPostgres<Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
