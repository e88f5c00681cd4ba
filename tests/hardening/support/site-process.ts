import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Shop } from '#tests/support/shop.ts';

/** The site as a process of its own, as it runs for real. */
export interface SiteProcess {
  pid: number;
  /** Everything it has written so far, log and errors. */
  output(): string;
  /** Asks it to stop. @returns exit code and signal, one of them null */
  signal(name: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
  /** Settles when it has ended. */
  ended: Promise<{ code: number | null; signal: string | null }>;
}

export interface SiteProcessOptions {
  environment?: Record<string, string>;
  /** Arguments of Node before the program, such as `--import`. */
  nodeArguments?: string[];
  /** A shell line to run in its process before it starts, such as `ulimit -f 600`. */
  before?: string;
  /** Give it file systems of its own, so that `before` may mount some: nobody else sees them. */
  ownMounts?: boolean;
  /** Do not wait until it says that it is ready. */
  unready?: boolean;
}

const inOwnMounts = ['unshare', '--map-root-user', '--mount'];

/** Whether this machine lets an ordinary user have mounts of their own. */
export const canMount = spawnSync(inOwnMounts[0] ?? '', [...inOwnMounts.slice(1), 'true']).status === 0;

/**
 * Starts the site with a shop's settings, in place of the one inside the test's process.
 * @throws when it ends before it is ready; the message is what it wrote
 */
export async function startSiteProcess(shop: Shop, options: SiteProcessOptions = {}): Promise<SiteProcess> {
  const { environment = {}, nodeArguments = [], before = ':', unready = false, ownMounts = false } = options;
  const shell = ['sh', '-c', `${before} && exec "$NODE" "$@" server/main.ts`, 'sh', ...nodeArguments];
  const [program = '', ...rest] = ownMounts ? [...inOwnMounts, ...shell] : shell;
  const child: ChildProcess = spawn(program, rest, {
    env: { PATH: process.env['PATH'], ...shop.environment, ...environment, NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (!child.stdout || !child.stderr || child.pid === undefined) throw new Error('The site has no output');
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      text += `${line}\n`;
      if (line.includes('"msg":"site ready"')) resolve();
    });
  });
  if (!unready) {
    const early = await Promise.race([ready, ended]);
    if (early) throw new Error(`The site ended with ${early.code ?? early.signal}:\n${text}`);
  }
  return {
    pid: child.pid,
    output: () => text,
    ended,
    signal(name) {
      child.kill(name);
      return ended;
    },
  };
}
