import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError } from '#server/config/check-settings.ts';
import { SetUpFault } from '#server/set-up-fault.ts';

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
  /** Runs a Node program of this project to its end. @throws {SetUpFault} when it fails; it has said why */
  runToEnd(file: string): Promise<void>;
  /** Waits until a part answers. @throws {SetUpFault} when it ends before, or does not answer in time */
  ready(child: ChildProcess, url: string): Promise<void>;
  /** Resolves when all parts have ended. */
  ended(): Promise<void>;
  readonly stopping: boolean;
}

/** Makes a group that SIGTERM and SIGINT stop. */
function createProcessGroup(): ProcessGroup & { stop(): void } {
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
    async runToEnd(file) {
      const child = spawn(process.execPath, [file], { cwd: root, stdio: 'inherit' });
      children.push(child);
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new SetUpFault(`${file} failed.`);
    },
    async ready(child, url) {
      // Another process cannot be awaited but by asking; the asking ends when it has ended.
      const deadline = Date.now() + readyWithinMs;
      while (running(child) && Date.now() < deadline) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return;
        await wait(50);
      }
      throw new SetUpFault(`${url} does not answer.`);
    },
    async ended() {
      await Promise.all(children.map((child) => (running(child) ? once(child, 'exit') : undefined)));
    },
  };
}

/**
 * Runs a program that consists of several processes until all of them have ended. When it fails, what is known to the person
 * who runs it is said in words, and all parts are stopped.
 */
export async function runTogether(program: (parts: ProcessGroup) => Promise<void>): Promise<void> {
  const parts = createProcessGroup();
  // Whoever closes the pipe that all this speaks to has gone, and nobody else would end the parts.
  process.stdout.on('error', () => {
    process.exitCode = 1;
    parts.stop();
  });
  try {
    await program(parts);
  } catch (error) {
    if (!parts.stopping) {
      const isTold = error instanceof ConfigurationError || error instanceof SetUpFault;
      console.error(isTold ? error.message : error);
    }
    process.exitCode = 1;
    parts.stop();
  }
}
