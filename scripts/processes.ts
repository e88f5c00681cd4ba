import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
/** How long a part may take to answer, in milliseconds. */
const readyWithinMs = 30_000;

/** Parts that run together: when one ends by itself, or the person stops them, all of them stop. */
export interface ProcessGroup {
  /** Starts a Node program of this project. */
  start(
    name: string,
    args: string[],
    environment: Record<string, string>,
    stdio: SpawnOptions['stdio'],
  ): ChildProcess;
  /** Waits until a part answers. @throws when it ends before, or does not answer in time */
  ready(child: ChildProcess, url: string): Promise<void>;
  /** Resolves when all parts have ended. */
  ended(): Promise<void>;
  stop(): void;
  readonly stopping: boolean;
}

/** Makes a group that SIGTERM and SIGINT stop. */
export function createProcessGroup(): ProcessGroup {
  const children: ChildProcess[] = [];
  let stopping = false;
  const running = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
  function stop(): void {
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  }
  process.once('SIGTERM', stop).once('SIGINT', stop);
  return {
    get stopping() {
      return stopping;
    },
    stop,
    start(name, args, environment, stdio) {
      const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: stdio ?? 'inherit' });
      child.once('exit', (code) => {
        if (stopping) return;
        console.error(`The ${name} ended by itself with status ${code}.`);
        process.exitCode = 1;
        stop();
      });
      children.push(child);
      return child;
    },
    async ready(child, url) {
      // Another process cannot be awaited but by asking; the asking ends when it has ended.
      const deadline = Date.now() + readyWithinMs;
      while (running(child) && Date.now() < deadline) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return;
        await wait(50);
      }
      throw new Error(`${url} does not answer`);
    },
    async ended() {
      await Promise.all(children.map((child) => (running(child) ? once(child, 'exit') : undefined)));
    },
  };
}

/** Runs a Node program of this project to its end. @throws when it fails */
export async function runToEnd(file: string): Promise<void> {
  const child = spawn(process.execPath, [file], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} failed`);
}
