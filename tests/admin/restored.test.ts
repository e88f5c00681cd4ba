import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { admin } from '#tests/support/admin.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';

const kept = '2026-02-01T00:00:00.000Z';
const restored = (databaseUrl: string, ...from: string[]) =>
  admin({ DATABASE_URL: databaseUrl }, [
    ...['database', 'restored'],
    ...from.flatMap((address) => ['--from', address]),
  ]);

it('On PostgreSQL, whoever deleted their account since the backup is deleted again, by the list of the database before', async () => {
  const [before, now] = await Promise.all([newPostgresDatabase(), newPostgresDatabase()]);
  await askPostgres(before, 'INSERT INTO erased_accounts VALUES ($1, $2)', [
    hash('sha256', 'sub-anna'),
    kept,
  ]);
  await askPostgres(
    now,
    `INSERT INTO known_devices VALUES ('sub-anna', 'Firefox on Linux', now()), ('sub-bo', 'Safari on iPhone', now())`,
  );
  expect(await restored(now, before)).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('deleted again: 1.') },
  });
  expect(await askPostgres(now, 'SELECT account_id FROM known_devices')).toEqual([{ account_id: 'sub-bo' }]);
  const [{ details } = { details: '' }] = await askPostgres<{ details: string }>(
    now,
    'SELECT details::text FROM operator_actions',
  );
  const { host, pathname } = new URL(before);
  expect(JSON.parse(details)).toEqual({ from: `${host}${pathname}`, deletedAgain: 1 });
  expect(await restored(now, before)).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('deleted again: 0.') },
  });
});

it('After several restores each database before tells whom it knows to be erased', async () => {
  const [first, mistake, now] = await Promise.all([1, 2, 3].map(() => newPostgresDatabase()));
  for (const [url = '', id] of [
    [first, 'sub-anna'],
    [mistake, 'sub-bo'],
  ] as const) {
    await askPostgres(url, 'INSERT INTO erased_accounts VALUES ($1, $2)', [hash('sha256', id), kept]);
  }
  await askPostgres(
    now ?? '',
    `INSERT INTO known_devices VALUES ('sub-anna', 'Firefox on Linux', now()), ('sub-bo', 'Safari on iPhone', now())`,
  );
  expect(await restored(now ?? '', first ?? '', mistake ?? '')).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('deleted again: 2.') },
    err: expect.stringContaining('take out of its file whoever was erased since'),
  });
});

it('A database that cannot be the one before is refused, with what to name', async () => {
  const now = await newPostgresDatabase();
  const cases: [string, string, string][] = [
    [now, now, 'is the restored database itself'],
    [now, await newPostgresDatabase('empty'), 'is no database of the shop'],
    [now, '/data/site.sqlite', 'begins with postgres://'],
    ['', now, 'where "restore" does this itself'],
  ];
  for (const [databaseUrl, from, words] of cases) {
    const { code, err } = await restored(databaseUrl, from);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  }
  expect(await askPostgres(now, 'SELECT 1 FROM operator_actions')).toEqual([]);
});
