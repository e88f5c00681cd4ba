import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { demoEnvironment } from '../../scripts/demo-settings.ts';
import { nodeArguments } from '../../scripts/node-arguments.ts';
import { otherCore, serverCore } from './load.ts';

const root = join(import.meta.dirname, '../..');

/** Node as the image starts it, for the site and for whatever it is compared with. */
export const node = [process.execPath, ...nodeArguments];

/** How long a server may take to answer, in milliseconds. */
const readyWithinMs = 30_000;

/** A server that is measured: a process of its own on a core of its own. */
export interface Server {
  name: string;
  /** Without a slash at the end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port');
  return address.port;
}

export interface Start {
  name: string;
  command: string[];
  port: number;
  environment?: Record<string, string>;
  /** A path that answers with 200 once the server is ready. */
  readyPath?: string;
  core?: string;
}

/** Starts a server and waits until it answers. @throws when it ends before */
export async function startServer(start: Start): Promise<Server> {
  const { name, command, port, environment = {}, readyPath = '/', core = serverCore } = start;
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment, PORT: String(port) };
  const child = spawn('taskset', ['-c', core, ...command], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit');
  const deadline = Date.now() + readyWithinMs;
  while (!(await fetch(`${url}${readyPath}`).catch(() => null))?.ok) {
    if (!isRunning(child) || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not answer`);
    }
    await wait(10);
  }
  return {
    name,
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** CPU time that a process has used so far, all threads, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  // USER_HZ is 100 on every Linux.
  return ticks * 10;
}

/** Memory of a process, in megabytes: all that is resident, and what is its own, without the pages of Node's binary. */
export function memoryMb(pid: number): { resident: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') };
}

export interface Shop {
  /** The settings of the site, for peers that do the same and for the operator's commands. */
  environment: Record<string, string>;
  sandbox: Server;
  /** @param over settings of this one, for several sites beside each other */
  startSite(over?: Partial<Pick<Start, 'name' | 'port' | 'environment' | 'core'>>): Promise<Server>;
}

/**
 * The sandbox and the site as they run in production: settings for https behind one proxy, everything switched on. Only
 * the rate limits are out of the way, by their setting: all the load comes from one address.
 * @param directory where the databases lie
 */
export async function openShop(directory: string, over: Record<string, string> = {}): Promise<Shop> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = demoEnvironment({
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: directory,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/stripe/webhook`,
    PUBLIC_URL: 'https://shop.example.com',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    METRICS_PORT: String(await freePort()),
    RATE_LIMIT_FACTOR: '1000000',
    ...over,
  });
  // As the image is made: types stripped and code compiled ahead.
  environment['NODE_COMPILE_CACHE'] = join(directory, 'compile-cache');
  await promisify(execFile)(process.execPath, ['-e', "import('./server/main.ts')"], {
    cwd: root,
    env: environment,
  });
  const sandbox = await startServer({
    ...{ name: 'sandbox', command: [process.execPath, 'sandbox/main.ts'], port: sandboxPort, environment },
    ...{ readyPath: '/healthz', core: otherCore },
  });
  return {
    environment,
    sandbox,
    startSite: (over = {}) =>
      startServer({
        ...{ name: 'this site', command: [...node, 'server/main.ts'], port, readyPath: '/readyz' },
        ...over,
        environment: { ...environment, ...over.environment },
      }),
  };
}
