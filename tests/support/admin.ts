import { execFile } from 'node:child_process';
import { createProgram, runAdmin } from '#server/admin/run-admin.ts';
import { readConfig, readPaymentSettings, readStorage } from '#server/config.ts';
import type { Clock } from '#server/runtime.ts';
import { compileCache } from './compile-cache.ts';

/** The output of a command and its exit status. */
export interface AdminRun {
  code: number;
  out: string;
  err: string;
  /** Its output, parsed as JSON. */
  json<T = unknown>(): T;
}

export interface AdminOptions {
  clock?: Clock;
  /** The answer typed at the terminal; without it there is no terminal. */
  answer?: string;
  /** Columns of the terminal; unlimited when left out. */
  columns?: number;
  /** The user who called sudo, if any. */
  sudoUser?: string | undefined;
}

/** Runs a command of the operator's command line like `node server/admin/main.ts`, but within this process. */
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

/** Runs a command in a separate process, like `npm run admin -- …`. */
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

/** All commands as they are typed: `codes create`, `stats`, and so on. */
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
