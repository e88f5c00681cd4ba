import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Shop } from '#tests/support/shop.ts';

/** The site as a separate process, as in production. */
export interface SiteProcess {
  pid: number;
  /** Its output so far, log and errors. */
  output(): string;
  /** Stops it with SIGTERM. @returns exit code and signal, one of them null */
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
  /** Gives it a private mount namespace, in which `before` may mount file systems. */
  ownMounts?: boolean;
  /** Does not wait until it is ready. */
  unready?: boolean;
}

/** A program and its first arguments: what follows runs in a mount namespace of its own. */
export const inOwnMounts = ['unshare', '--map-root-user', '--mount'];

/** Whether this machine allows unprivileged mount namespaces. */
export const canMount = spawnSync(inOwnMounts[0] ?? '', [...inOwnMounts.slice(1), 'true']).status === 0;

/**
 * Starts the site with a shop's settings, instead of the one in the test's process.
 * @throws when it ends before it is ready, with its output as message
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
