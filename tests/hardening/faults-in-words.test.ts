import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoEnvironment } from '../../scripts/demo-settings.ts';
import { freePort } from './support/figures.ts';

/** Somebody who is not root and owns nothing here. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

let directory: string;
let taken: Server;
let takenPort: number;
let environment: Record<string, string>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faults-'));
  chmodSync(directory, 0o755);
  taken = createServer().listen(0);
  await once(taken, 'listening');
  const address = taken.address();
  takenPort = typeof address === 'object' && address !== null ? address.port : 0;
  environment = {
    ...demoEnvironment({ PORT: String(await freePort()), DATA_DIR: join(directory, 'data') }),
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: resolve('.cache/node'),
  };
});
afterAll(() => {
  taken.close();
  rmSync(directory, { recursive: true });
});

interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of this project to its end. @param given what differs from the settings of a site that could start */
async function run(
  args: readonly string[],
  given: Record<string, string> = {},
  { uid }: { uid?: number } = {},
): Promise<Run> {
  const child = spawn(process.execPath, args, {
    env: { ...environment, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

const site = ['server/main.ts'];
const noStack = /^\s+at .*:\d+:\d+\)?$/m;

/** What is said, and nothing of how the program came to say it. */
function expectWords({ code, err }: Run, words: RegExp): void {
  expect(err).toMatch(words);
  expect(err).not.toMatch(noStack);
  expect(code).toBe(1);
}

describe('A site that cannot start says why, and what to do:', () => {
  it.runIf(isRoot)('a data directory of somebody else', async () => {
    const data = join(directory, 'of-root');
    mkdirSync(data, { mode: 0o755 });
    expectWords(
      await run(site, { DATABASE_FILE: join(data, 'site.sqlite'), NODE_COMPILE_CACHE: '' }, { uid: nobody }),
      new RegExp(
        `^The directory ${data} cannot be written \\(EACCES\\): ${data} belongs to user 0 and group 0 with mode 755, ` +
          `and this program runs as user ${nobody} and group ${nobody}\\. As an administrator run "chown -R ${nobody}:${nobody} ${data}", ` +
          'or let DATA_DIR name another place\\.\n$',
      ),
    );
  });

  it.runIf(isRoot)('one that cannot be made: nothing above it is to be given away', async () => {
    const data = join(directory, 'not', 'there');
    const { err } = await run(
      site,
      { DATABASE_FILE: join(data, 'site.sqlite'), NODE_COMPILE_CACHE: '' },
      { uid: nobody },
    );
    expect(err).toContain(`${directory} belongs to user 0`);
    expect(err).toContain(`run "mkdir -p ${data} && chown ${nobody}:${nobody} ${data}"`);
  });

  it('a data directory that is a file', async () => {
    const file = join(directory, 'a-file');
    writeFileSync(file, '');
    expectWords(
      await run(site, { DATABASE_FILE: join(file, 'site.sqlite') }),
      new RegExp(`^The directory ${file} cannot be written \\(EEXIST\\): a file stands where .* DATA_DIR`),
    );
  });

  it('a port that is taken, and the one for figures', async () => {
    expectWords(
      await run(site, { PORT: String(takenPort) }),
      new RegExp(`Port ${takenPort} is taken by another program\\. End that one, or set PORT to a port`),
    );
    expectWords(
      await run(site, { METRICS_PORT: String(takenPort), METRICS_HOST: '::' }),
      new RegExp(`Port ${takenPort} is taken by another program\\. End that one, or set METRICS_PORT to`),
    );
  });

  it('an address that is not of this machine', async () => {
    expectWords(
      await run(site, { HOST: '192.0.2.7' }),
      /192\.0\.2\.7 is no address of this machine\. Set HOST to one that is/,
    );
  });

  it('an older version on a newer database', async () => {
    const file = join(directory, 'newer.sqlite');
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
        [setting]: String(takenPort),
      });
      expectWords(
        ended,
        new RegExp(
          `^Port ${takenPort} is taken by another program\\. Say which one to use instead: ${setting}=\\d+ npm run demo\n$`,
        ),
      );
      expect(ended.out).toBe('');
    },
  );
});

describe("The operator's command line", () => {
  it('names the folder that a backup cannot be written to', async () => {
    const file = join(directory, 'nowhere', 'backup.sqlite');
    expectWords(
      await run(['server/admin/main.ts', 'backup', file]),
      /^There is no folder .*nowhere\. Make it, or name a file in one that is there\.\n$/,
    );
  });

  it.runIf(isRoot)(
    'says of a backup of another owner that it cannot be read, and not that it is ruined',
    async () => {
      const file = join(directory, 'of-root.sqlite');
      writeFileSync(file, 'x', { mode: 0o600 });
      expectWords(
        await run(['server/admin/main.ts', 'verify', file], { NODE_COMPILE_CACHE: '' }, { uid: nobody }),
        new RegExp(
          `^${file} cannot be read \\(EACCES\\): ${file} belongs to user 0 with mode 600, and this program runs as user ${nobody}\\. ` +
            `As an administrator run "chown ${nobody}:${nobody} ${file}"\\. It says nothing about whether the file is whole\\.\n$`,
        ),
      );
    },
  );

  it('ends quietly when nobody reads its results any more', async () => {
    const child = spawn(process.execPath, ['server/admin/main.ts', 'codes', 'list'], {
      env: environment,
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

describe('An npm script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  /** Runs the look at the installation as a script of a folder does. @param before code that runs before it */
  function look(root: string, before = ''): Promise<Run> {
    mkdirSync(join(root, 'scripts'), { recursive: true });
    copyFileSync('scripts/require-install.cjs', join(root, 'scripts/require-install.cjs'));
    writeFileSync(join(root, 'before.cjs'), before);
    return run([
      '--require',
      join(root, 'before.cjs'),
      '--require',
      join(root, 'scripts/require-install.cjs'),
      '-e',
      '',
    ]);
  }
  const oldNode =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";

  it.each(['admin', 'build', 'check', 'demo', 'dev', 'sandbox', 'start', 'test'])(
    '%s looks at the installation first',
    (name) => {
      expect(scripts[name]).toMatch(/^(exec )?node --require \.\/scripts\/require-install\.cjs /);
    },
  );

  it('says that nothing is installed, and what to do', async () => {
    expectWords(
      await look(join(directory, 'bare')),
      /^The packages are not installed\. Run "npm ci" in this folder/,
    );
  });

  it('says that Node is too old, and what to do', async () => {
    const root = join(directory, 'old');
    mkdirSync(join(root, 'node_modules/express'), { recursive: true });
    writeFileSync(join(root, 'node_modules/express/package.json'), '{}');
    expectWords(
      await look(root, oldNode),
      /^This is Node 20\.20\.2, and Node 24 is needed\. "npm ci" brings it along/,
    );
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    writeFileSync(join(root, 'node_modules/node/bin/node'), '');
    expectWords(
      await look(root, oldNode),
      /^This is Node 20\.20\.2, .* start with "npm run …" or "npx node …"/,
    );
    expect(await look(root)).toEqual({ code: 0, out: '', err: '' });
  });

  it('needs the Node that the container and the packages have', () => {
    const oldest = /oldestNode = (\d+);/.exec(readFileSync('scripts/require-install.cjs', 'utf8'))?.[1];
    expect(process.versions.node.split('.')[0]).toBe(oldest);
  });

  it.each(['admin', 'demo', 'dev', 'sandbox', 'start'])(
    '%s is the program itself, so that signals reach it and nothing is left behind',
    (name) => expect(scripts[name]).toMatch(/^exec node /),
  );

  it('dev has its client ask the site on the port that was named', async () => {
    const ports = {
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
      CLIENT_PORT: String(await freePort()),
    };
    const own = demoEnvironment({
      ...ports,
      PORT: String(await freePort()),
      DATA_DIR: join(directory, 'dev'),
    });
    const child = spawn(process.execPath, ['scripts/dev.ts'], {
      env: { ...own, ...ports, PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const config = async (): Promise<unknown> => {
      while (child.exitCode === null) {
        const answer = await fetch(`http://localhost:${ports.CLIENT_PORT}/api/config`).catch(() => null);
        if (answer?.ok) return answer.json();
      }
      throw new Error('It ended by itself');
    };
    expect(await config()).toMatchObject({ identity: { userPoolId: own['COGNITO_USER_POOL_ID'] } });
    child.kill('SIGTERM');
    await ended;
  });

  it('stops the site when npm is told to stop', async () => {
    const npm = process.env['npm_execpath'];
    const command = npm ? [process.execPath, npm] : ['npm'];
    const child = spawn(command[0] ?? '', [...command.slice(1), 'start'], {
      env: { ...environment, HOME: directory },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    const started = new Promise<void>((fulfil, reject) => {
      child.stdout.on('data', (chunk) => {
        out += String(chunk);
        if (out.includes('"msg":"site ready"')) fulfil();
      });
      child.once('exit', () => reject(new Error(`It ended:\n${out}`)));
    });
    await started;
    child.kill('SIGTERM');
    // The pipe is closed when the last process that holds it has ended.
    await once(child, 'close');
    expect(out).toContain('"msg":"stopped"');
  });
});
