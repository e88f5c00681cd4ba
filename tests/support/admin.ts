import { execFile } from 'node:child_process';
import { createProgram, runAdmin } from '#server/admin/run-admin.ts';
import { readConfig, readPaymentSettings, readStorage } from '#server/config.ts';
import type { Clock } from '#server/runtime.ts';
import { compileCache } from './compile-cache.ts';

/** What a command printed and how it ended. */
export interface AdminRun {
  code: number;
  out: string;
  err: string;
  /** What it printed, read as JSON. */
  json<T = unknown>(): T;
}

export interface AdminOptions {
  clock?: Clock;
  /** What somebody at the terminal answers; without it nobody is there. */
  answer?: string;
  /** Characters a line of the terminal; without end when left out. */
  columns?: number;
  /** Who called sudo; nobody when left out. */
  sudoUser?: string | undefined;
}

/** Runs a command of the operator's command line as `node server/admin/main.ts` does, within this process. */
export async function admin(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  { clock = () => new Date(), answer, columns = Infinity, sudoUser }: AdminOptions = {},
): Promise<AdminRun> {
  let out = '';
  let err = '';
  const code = await runAdmin(args, {
    clock,
    readConfig: () => readConfig({ ...environment }),
    readStorage: () => readStorage({ ...environment }),
    readPaymentSettings: () => readPaymentSettings({ ...environment }),
    sudoUser,
    terminal: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      interactive: answer !== undefined,
      columns,
      ask: async (question) => {
        err += question;
        return answer ?? '';
      },
    },
  });
  return { code, out, err, json: <T>() => JSON.parse(out) as T };
}

/** Runs a command in a process of its own, as `npm run admin -- …` does. */
export function adminProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<AdminRun> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['server/admin/main.ts', ...args],
      { env: { ...compileCache, ...environment } },
      (error, out, err) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, out, err, json: <T>() => JSON.parse(out) as T });
      },
    );
  });
}

/** The commands that do something, as they are typed: `codes create`, `stats`, and so on. */
export function allCommands(): string[] {
  const terminal = { out: () => {}, err: () => {}, interactive: false, columns: 80, ask: async () => '' };
  const settings = { readConfig, readStorage, readPaymentSettings };
  const program = createProgram({ terminal, clock: () => new Date(), ...settings, exitCode: 0 });
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((leaf) => `${command.name()} ${leaf.name()}`),
  );
}
