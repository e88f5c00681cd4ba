// What every command works with: database, settings, questions, progress, exit codes.

import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import type { Config, PaymentSettings, Storage } from '#server/config.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { openRecords, openUnmigrated, openWorkplace, type Workplace } from './compose.ts';
import { progressOn, stepsOn } from './display.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes. */
export const exitCodes = {
  done: 0,
  /** It could not be done, or something was found to be wrong. */
  failed: 1,
  /** The command line itself is not right. */
  usage: 2,
  /** The question was answered with no, or nobody could answer it. */
  notAgreed: 3,
  /** The payment provider or the database is not available now; the same command may work later. */
  unavailable: 4,
} as const;

/** One run of the command line. */
export interface Session {
  terminal: Terminal;
  clock: Clock;
  /** @throws {ConfigurationError} */
  readConfig(): Config;
  /** Where the data and its backups are; needs no other setting. @throws {ConfigurationError} */
  readStorage(): Storage;
  /** What setting the payment provider up needs. @throws {ConfigurationError} */
  readPaymentSettings(): PaymentSettings;
  /** Who runs the command as another user, if somebody does. */
  sudoUser?: string | undefined;
  /** Set by the command that ran. */
  exitCode: number;
}

/** Nobody agreed to something that cannot be taken back. */
export class NotAgreed extends Error {
  override name = 'NotAgreed';
}

/** What a command works with. */
export type Tools = ReturnType<typeof openTools>['tools'];

/** The tools of one command, set up by its common options. */
export function openTools(
  { terminal, clock, readConfig, readStorage, readPaymentSettings, sudoUser }: Session,
  options: { json?: true | undefined; yes?: true | undefined; operator?: string | undefined },
) {
  let workplace: Promise<Workplace> | undefined;
  let opened: Promise<OperatorNeeds> | undefined;
  const actor = `operator:${options.operator?.trim() || sudoUser || systemUser()}` as const;
  const records = () => {
    opened ??= openRecords(readStorage(), actor, clock, logTo(terminal));
    return opened;
  };
  const unmigratedRecords = () => {
    const open = async () => ({ ledger: await openUnmigrated(readStorage()), clock, actor });
    opened ??= open();
    return opened;
  };
  const work = () => {
    workplace ??= openWorkplace(readConfig(), actor, clock, logTo(terminal));
    return workplace;
  };
  const tools = {
    terminal,
    clock,
    actor,
    /** Opens the database alone, which needs no secret. It is closed when the command has ended. */
    records,
    /** The same without migrating it: an older version of the site may run on it next. */
    unmigratedRecords,
    /** Opens the database and everything else. It is closed when the command has ended. */
    work,
    config: readConfig,
    storage: readStorage,
    paymentSettings: readPaymentSettings,
    /** What the use cases need, over the database that is opened for it. */
    needs: async () => (await work()).needs,
    /** Prints a message besides the result; not with `--json`. */
    note(text: string) {
      if (!options.json) terminal.err(`${text}\n`);
    },
    /**
     * Asks before something that cannot be taken back.
     * @param asked the question, or a function that looks up what it names; it is not called with `--yes`
     * @throws {NotAgreed}
     */
    async agree(asked: string | (() => Promise<string>)) {
      if (options.yes) return;
      const question = typeof asked === 'string' ? asked : await asked();
      if (!terminal.interactive) {
        throw new NotAgreed(`${question}\nSay --yes to do it: there is nobody here to ask.`);
      }
      const answer = await terminal.ask(`${question}\nType yes to go on: `);
      if (answer.trim().toLowerCase() !== 'yes') throw new NotAgreed('Nothing was changed.');
    },
    /** A display of the progress; silent with `--json`. */
    progress: (verb: string) => (options.json ? () => undefined : progressOn(terminal, verb)),
    /** The same for reading; shown once it takes longer than a second. */
    reading: (verb: string) => (options.json ? () => undefined : progressOn(terminal, verb, true)),
    /** Shows the steps of what takes longer than a second; silent with `--json`. */
    steps: () => (options.json ? { begin() {}, end() {} } : stepsOn(terminal)),
  };
  // If opening failed, the error was reported where it was opened.
  const close = async () => {
    const ignore = () => undefined;
    await workplace?.then((place) => place.close(), ignore);
    await opened?.then(({ ledger }) => ledger.close(), ignore);
  };
  return { tools, close };
}

/**
 * Log messages of use cases that a person at a terminal should see, with their subject and reason; success is reported by
 * the command itself.
 */
function logTo(terminal: Terminal): Log {
  const say = ({ item, err }: Record<string, unknown>, message: string) => {
    const why = err instanceof Error ? err.message : undefined;
    terminal.err(`${[message, item, why].filter(Boolean).join(': ')}\n`);
  };
  return { info: () => undefined, warn: say, error: say };
}

/** A container's user may have a number and no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** For options that take a whole number of at least 1. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < 1) {
    throw new InvalidArgumentError(`Expected a whole number of at least 1, not "${text}".`);
  }
  return number;
}

/** For options that take one of these words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const meant = words.find((word) => word === text.trim().toLowerCase());
    if (meant === undefined) throw new InvalidArgumentError(`Expected one of: ${words.join(', ')}.`);
    return meant;
  };

/** For options that may be given several times, each with several values separated by commas. */
export function collected(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter(Boolean);
}

/** For options that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}
