import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { compileCache } from '#tests/support/compile-cache.ts';
import { demoEnvironment } from '../../../scripts/demo-settings.ts';
import { freePort } from './figures.ts';

/** How a program ended. */
export interface Run {
  code: number | null;
  out: string;
  err: string;
}

const noStack = /^\s+at .*:\d+:\d+\)?$/m;

/** The message without stack trace. */
export function expectWords({ code, err }: Run, words: RegExp): void {
  expect(err).toMatch(words);
  expect(err).not.toMatch(noStack);
  expect(code).toBe(1);
}

/** A folder to run programs in, and an occupied port, for the tests of the calling file. */
export function programs() {
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
      ...compileCache,
    };
  });
  afterAll(() => {
    taken.close();
    rmSync(directory, { recursive: true });
  });

  /** Runs a program of this project to its end. @param given settings that differ from those of a site that could start */
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

  return {
    get directory() {
      return directory;
    },
    get takenPort() {
      return takenPort;
    },
    /** The settings of a site that could start. */
    get environment() {
      return environment;
    },
    run,
  };
}
