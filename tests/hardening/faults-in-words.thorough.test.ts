import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { freePort } from './support/figures.ts';
import { expectWords, programs } from './support/programs.ts';

/** A user who is not root and owns no files here. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** A command that was run without root rights: changing the files' owner would lock the site out. */
const sameUser =
  'If the site runs as user 0, run this as that user, too \\(docs/hosting\\.md\\); if not, as an administrator';

const place = programs();
const { run } = place;

const site = ['server/main.ts'];

describe('A site that cannot start says why, and what to do:', () => {
  it.runIf(isRoot)('a data directory of somebody else', async () => {
    const data = join(place.directory, 'of-root');
    mkdirSync(data, { mode: 0o755 });
    expectWords(
      await run(site, { DATABASE_FILE: join(data, 'site.sqlite'), NODE_COMPILE_CACHE: '' }, { uid: nobody }),
      new RegExp(
        `^The directory ${data} cannot be written \\(EACCES\\): ${data} belongs to user 0 and group 0 with mode 755, ` +
          `and this program runs as user ${nobody} and group ${nobody}\\. ${sameUser} run "chown -R ${nobody}:${nobody} ${data}", ` +
          'or let DATA_DIR name another place\\.\n$',
      ),
    );
  });

  it.runIf(isRoot)('one that cannot be made: nothing above it is to be given away', async () => {
    const data = join(place.directory, 'not', 'there');
    const { err } = await run(
      site,
      { DATABASE_FILE: join(data, 'site.sqlite'), NODE_COMPILE_CACHE: '' },
      { uid: nobody },
    );
    expect(err).toContain(`${place.directory} belongs to user 0`);
    expect(err).toContain(`run "mkdir -p ${data} && chown ${nobody}:${nobody} ${data}"`);
  });

  it('a data directory that is a file', async () => {
    const file = join(place.directory, 'a-file');
    writeFileSync(file, '');
    expectWords(
      await run(site, { DATABASE_FILE: join(file, 'site.sqlite') }),
      new RegExp(`^The directory ${file} cannot be written \\(EEXIST\\): a file stands where .* DATA_DIR`),
    );
  });

  it('a port that is taken, and the one for figures', async () => {
    expectWords(
      await run(site, { PORT: String(place.takenPort) }),
      new RegExp(
        `Port ${place.takenPort} is taken by another program\\. End that one, or set PORT to a port`,
      ),
    );
    expectWords(
      await run(site, { METRICS_PORT: String(place.takenPort), METRICS_HOST: '::' }),
      new RegExp(
        `Port ${place.takenPort} is taken by another program\\. End that one, or set METRICS_PORT to`,
      ),
    );
  });

  it('an address that is not of this machine', async () => {
    expectWords(
      await run(site, { HOST: '192.0.2.7' }),
      /192\.0\.2\.7 is no address of this machine\. Set HOST to one that is/,
    );
  });

  it('an older version on a newer database', async () => {
    const file = join(place.directory, 'newer.sqlite');
    expect(await run(['server/admin/main.ts', 'database', 'create'], { DATABASE_FILE: file })).toMatchObject({
      code: 0,
    });
    const db = new Database(file);
    db.prepare("INSERT INTO schema_migrations VALUES ('9999_of_tomorrow.sql', 'x', 'x')").run();
    db.close();
    expectWords(
      await run(site, { DATABASE_FILE: file }),
      /^The database has the migration 9999_of_tomorrow\.sql, which this version .* Run the version that applied it/,
    );
  });
});

describe('The demo, before it builds anything,', () => {
  it.each(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])(
    'says that %s is taken, and how to use another',
    async (setting) => {
      const ended = await run(['scripts/demo.ts'], {
        SANDBOX_PORT: String(await freePort()),
        SANDBOX_SMTP_PORT: String(await freePort()),
        [setting]: String(place.takenPort),
      });
      expectWords(
        ended,
        new RegExp(
          `^Port ${place.takenPort} is taken by another program\\. Say which one to use instead: ${setting}=\\d+ npm run demo\n$`,
        ),
      );
      expect(ended.out).toBe('');
    },
  );
});

describe("The operator's command line", () => {
  it('names the folder that a backup cannot be written to', async () => {
    const file = join(place.directory, 'nowhere', 'backup.sqlite');
    expectWords(
      await run(['server/admin/main.ts', 'backup', file]),
      /^There is no folder .*nowhere\. Make it, or name a file in one that is there\.\n$/,
    );
  });

  it.runIf(isRoot)(
    'says of a backup of another owner that it cannot be read, and not that it is ruined',
    async () => {
      const file = join(place.directory, 'of-root.sqlite');
      writeFileSync(file, 'x', { mode: 0o600 });
      expectWords(
        await run(['server/admin/main.ts', 'verify', file], { NODE_COMPILE_CACHE: '' }, { uid: nobody }),
        new RegExp(
          `^${file} cannot be read \\(EACCES\\): ${file} belongs to user 0 with mode 600, and this program runs as user ${nobody}\\. ` +
            `${sameUser} run "chown ${nobody}:${nobody} ${file}"\\. It says nothing about whether the file is whole\\.\n$`,
        ),
      );
    },
  );

  it('ends quietly when nobody reads its results any more', async () => {
    const child = spawn(process.execPath, ['server/admin/main.ts', 'codes', 'list'], {
      env: place.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, err]).toEqual([0, '']);
  });
});
