import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '#server/config.ts';
import type { OperatorActor } from '#server/operating/operator-action.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { openWorkplace, type Workplace } from './compose.ts';
import { progressOn } from './display.ts';
import type { Terminal } from './terminal.ts';

/** What scripts can tell from a command's end. */
export const exitCodes = {
  done: 0,
  /** It could not be done, or something was found to be wrong. */
  failed: 1,
  /** The command line itself is not right. */
  usage: 2,
  /** A question was answered with no, or there was nobody to ask. */
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
  /** Set by the command that ran. */
  exitCode: number;
}

/** Nobody agreed to something that cannot be taken back. */
export class NotAgreed extends Error {
  override name = 'NotAgreed';
}

/** What a command works with. */
export interface Tools {
  terminal: Terminal;
  clock: Clock;
  actor: OperatorActor;
  config(): Config;
  /** Opens the database and everything else. It is closed when the command has ended. */
  work(): Promise<Workplace>;
  /** Shows a result: as text, or as JSON with `--json`. */
  show(result: unknown, text: string): void;
  /** Shows a list that comes in pieces, so that all of it is never in memory: as text, or as JSON with `--json`. */
  showPieces<T>(
    pieces: AsyncIterable<readonly T[]>,
    toText: (pieces: AsyncIterable<readonly T[]>) => AsyncIterable<string>,
  ): Promise<void>;
  /** Says something besides the result; not with `--json`. */
  note(text: string): void;
  /** Asks before something that cannot be taken back. @throws {NotAgreed} */
  agree(question: string): Promise<void>;
  /** A display of the progress; silent with `--json`. */
  progress(verb: string): (done: number, total: number) => void;
}

/** Adds a command that does something, with the options that all of them have. */
export function leaf(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print the result as JSON')
    .option('--operator <name>', "who you are, for the record; the system's user name by default");
}

/** Adds the option that answers the question before something that cannot be taken back. */
export function destructive(command: Command): Command {
  return command.option('--yes', 'do it without a question');
}

/**
 * Says what a command does.
 * @param run gets the arguments and options as commander read them; a number that it returns is the exit code
 */
export function does<Options>(
  session: Session,
  command: Command,
  run: (tools: Tools, args: string[], options: Options) => unknown,
): void {
  command.action(async () => {
    const options = command.opts<Options & { json?: true; yes?: true; operator?: string }>();
    const { terminal, clock } = session;
    const actor: OperatorActor = `operator:${options.operator?.trim() || systemUser()}`;
    let workplace: Promise<Workplace> | null = null;
    const tools: Tools = {
      ...{ terminal, clock, actor },
      config: session.readConfig,
      work() {
        workplace ??= openWorkplace(session.readConfig(), actor, clock, logTo(terminal));
        return workplace;
      },
      show: (result, text) => terminal.out(options.json ? `${JSON.stringify(result, null, 2)}\n` : text),
      async showPieces(pieces, toText) {
        for await (const text of options.json ? jsonPieces(pieces) : toText(pieces)) terminal.out(text);
      },
      note: (text) => {
        if (!options.json) terminal.err(`${text}\n`);
      },
      async agree(question) {
        if (options.yes) return;
        if (!terminal.interactive) {
          throw new NotAgreed(`${question}\nSay --yes to do it: there is nobody here to ask.`);
        }
        const answer = await terminal.ask(`${question}\nType yes to go on: `);
        if (answer.trim().toLowerCase() !== 'yes') throw new NotAgreed('Nothing was changed.');
      },
      progress: (verb) => (options.json ? () => undefined : progressOn(terminal, verb)),
    };
    try {
      const result = await run(tools, command.args, options);
      session.exitCode = typeof result === 'number' ? result : exitCodes.done;
    } finally {
      // One that could not be opened has said so where it was asked for.
      await (workplace as Promise<Workplace> | null)?.then(
        ({ close }) => close(),
        () => undefined,
      );
    }
  });
}

/** One JSON array of a list that comes in pieces, indented like any other result. */
async function* jsonPieces(pieces: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield before + JSON.stringify(piece, null, 2).slice(2, -2);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Use cases tell what a person at a terminal should know; what went well is the command's own to say. */
function logTo(terminal: Terminal): Log {
  const say = (_fields: Record<string, unknown>, message: string) => terminal.err(`${message}\n`);
  return { info: () => undefined, warn: say, error: say };
}

/** A container's user may have a number only. */
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
    throw new InvalidArgumentError('Expected a whole number of at least 1.');
  }
  return number;
}

/** For options that may be given several times, each with several values separated by commas. */
export function collected(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter(Boolean);
}

/** For options that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}
