import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { compileCache } from '#tests/support/compile-cache.ts';
import { demoEnvironment } from '../../scripts/demo-settings.ts';
import { freePort } from './support/figures.ts';
import { expectWords, programs, type Run } from './support/programs.ts';

const place = programs();
const { run } = place;

describe('An npm script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  /** Runs the check of the installation like an npm script of a folder. @param before code that runs before it */
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
      await look(join(place.directory, 'bare')),
      /^The packages are not installed\. Run "npm ci" in this folder/,
    );
  });

  it('says that Node is too old, and what to do', async () => {
    const root = join(place.directory, 'old');
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
      DATA_DIR: join(place.directory, 'dev'),
    });
    const child = spawn(process.execPath, ['scripts/dev.ts'], {
      env: { ...compileCache, ...own, ...ports, PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const config = async (): Promise<unknown> => {
      while (child.exitCode === null) {
        const answer = await fetch(`http://localhost:${ports.CLIENT_PORT}/api/config`).catch(() => null);
        if (answer?.ok) return answer.json();
        // Polling without a pause would keep it from starting.
        await wait(100);
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
      env: { ...place.environment, HOME: place.directory },
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
