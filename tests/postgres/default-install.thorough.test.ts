import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileCache } from '#tests/support/compile-cache.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';

/** Opens the database like the site, in a separate process. @returns the packages that this loaded */
function packagesOf(databaseUrl: string | null): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'default-'));
  const script = `
    import { createRequire, registerHooks } from 'node:module';
    const seen = new Set();
    registerHooks({ load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
      if (name) seen.add(name);
      return next(url, context);
    } });
    const { startSite } = await import(process.cwd() + '/server/main.ts');
    const { openLedger } = await import(process.cwd() + '/server/engines/open-ledger.ts');
    const log = { info() {}, warn() {}, error() {} };
    const { ledger } = await openLedger(
      { databaseFile: ${JSON.stringify(join(directory, 'site.sqlite'))}, databaseUrl: ${JSON.stringify(databaseUrl)} },
      { clock: () => new Date(), log, user: 'site' },
    );
    await ledger.close();
    const cached = Object.keys(createRequire(import.meta.url).cache);
    for (const file of cached) seen.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(file)?.[1]);
    console.log(JSON.stringify([...seen]));
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, ...compileCache },
  });
  rmSync(directory, { recursive: true });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as string[];
}

it('Nothing of PostgreSQL is loaded unless DATABASE_URL is set', async () => {
  const ours = ['pg', 'pg-pool', 'pg-connection-string', 'rate-limiter-flexible'];
  const usual = packagesOf(null);
  expect(usual).toContain('express');
  expect(usual).toContain('better-sqlite3');
  expect(usual.filter((name) => ours.includes(name))).toEqual([]);
  expect(packagesOf(await newPostgresDatabase())).toEqual(expect.arrayContaining(ours));
});
