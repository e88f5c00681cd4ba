// How a command of the command line is described: options, result as text or JSON, exit code.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { exitCodes, openTools, type Session, type Tools } from './tools.ts';

/** An option of a command: its help text, and how its value is parsed. */
interface OptionSpec<T> {
  /** Its placeholder, such as `<day>`; empty for a switch. */
  takes: string;
  description: string;
  isRequired?: true;
  parse?: Parse<T>;
  fallback?: T;
}
type Parse<T> = (text: string, before: T) => NonNullable<T>;

/** An optional option: `undefined` or the fallback when left out. */
export function option<T = string>(
  takes: string,
  description: string,
  parse?: Parse<T | undefined>,
): OptionSpec<T | undefined>;
export function option<T>(takes: string, description: string, parse: Parse<T>, fallback: T): OptionSpec<T>;
export function option<T>(takes: string, description: string, parse?: Parse<T>, fallback?: T): OptionSpec<T> {
  return { takes, description, ...(parse && { parse }), ...(fallback !== undefined && { fallback }) };
}

/** A required option. */
export function required<T = string>(
  takes: string,
  description: string,
  parse?: Parse<T | undefined>,
): OptionSpec<T> {
  return { ...(option(takes, description, parse) as OptionSpec<T>), isRequired: true };
}

/** A switch. */
export const flag = (description: string): OptionSpec<true | undefined> => ({ takes: '', description });

/** For commands that ask for confirmation before something that cannot be undone ({@link Tools.agree}). */
export const destructive = { yes: flag('do it without a question') };

/** Why something is done: a required option of what the record must explain. */
export const reason = required('<text>', 'why, for the record');

/** Where a command that prints a table or a text may write it instead. */
export const intoFile = option('<file>', 'into a new file instead of the terminal');

/** Options of every command. */
const common = {
  json: flag('print the result as JSON'),
  operator: option(
    '<name>',
    "who you are, for the record; by default whoever called sudo, or the system's user name",
  ),
};

/** Options by their names in the program: `dryRun` is typed `--dry-run`. */
// biome-ignore lint/suspicious/noExplicitAny: a table of options holds options of any type
type Options = Readonly<Record<string, OptionSpec<any>>>;
type ValuesOf<O extends Options> = { [Name in keyof O]: O[Name] extends OptionSpec<infer T> ? T : never };
/** The arguments that a usage such as `revoke [code]` or `move <order>` names. */
type ArgumentsOf<Usage extends string> = Usage extends `${string}<${infer Name}>${infer Rest}`
  ? Record<Name, string> & ArgumentsOf<Rest>
  : Usage extends `${string}[${infer Name}]`
    ? Record<Name, string | undefined>
    : unknown;
/** What was typed: arguments and options by their names. */
type Given<Usage extends string, O extends Options> = ArgumentsOf<Usage> & ValuesOf<O>;

interface CommandParts<Usage extends string, O extends Options, Result> {
  options?: O;
  run(tools: Tools, given: Given<Usage, O>): Result | Promise<Result>;
  /** The result as text. Like the result, it may come in pieces. */
  text(result: Result, given: Given<Usage, O>, tools: Tools): string | AsyncIterable<string>;
  /** What `--json` prints of the result; all of it when left out. */
  json?(result: Result): unknown;
  /** Printed after the result; not with `--json`. */
  notes?(result: Result, given: Given<Usage, O>, tools: Tools): string[];
  /** Whether the result means failure (exit code), though nothing was thrown. */
  failed?(result: Result): boolean;
}

/**
 * For options and arguments that name a file. Without them a command prints its result, so "-" has no meaning of its own: it
 * would become a file of that name, while whoever typed it waits for the output.
 * @throws {InvalidArgumentError} for "-"
 */
function aFile(text: string): string {
  if (text !== '-') return text;
  throw new InvalidArgumentError(
    'It does not stand for standard input or output here. Name a file; without such an option the result is printed.',
  );
}

/** Adds commands to the command line or to a group of it. */
type AddCommands = (parent: Command, session: Session) => void;

/** Commands under one name. */
export function group(name: string, description: string, ...commands: AddCommands[]): AddCommands {
  return (parent, session) => {
    const added = parent.command(name).description(description);
    for (const add of commands) add(added, session);
  };
}

/** One command. @param usage its name and arguments, such as `show <code>` */
export function command<Usage extends string, Result, O extends Options = Record<never, never>>(
  usage: Usage,
  description: string,
  { options, run, text, json = (result) => result, notes, failed }: CommandParts<Usage, O, Result>,
): AddCommands {
  return (parent, session) => {
    const added = parent.command(usage).description(description);
    for (const [name, spec] of Object.entries<Options[string]>({ ...common, ...options })) {
      const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const made = new Option(`--${typed} ${spec.takes}`.trim(), spec.description).default(spec.fallback);
      const parse = spec.parse ?? (spec.takes === '<file>' ? aFile : undefined);
      if (parse) made.argParser(parse);
      added.addOption(made.makeOptionMandatory(spec.isRequired ?? false));
    }
    added.registeredArguments.find((argument) => argument.name() === 'file')?.argParser(aFile);
    added.action(async (...values: unknown[]) => {
      const typed = added.opts<ValuesOf<typeof common & typeof destructive>>();
      const named = added.registeredArguments.map((argument, place) => [argument.name(), values[place]]);
      const given = { ...typed, ...Object.fromEntries(named) } as Given<Usage, O>;
      const { tools, close } = openTools(session, typed);
      try {
        const result = await run(tools, given);
        const shown = typed.json ? jsonOf(json(result)) : text(result, given, tools);
        for await (const piece of typeof shown === 'string' ? [shown] : shown) session.terminal.out(piece);
        for (const note of notes?.(result, given, tools) ?? []) tools.note(note);
        session.exitCode = failed?.(result) ? exitCodes.failed : exitCodes.done;
      } finally {
        await close();
      }
    });
  };
}

/** A result as JSON. A streamed result becomes one array, indented like any other. */
async function* jsonOf(result: unknown): AsyncGenerator<string> {
  if (!isInPieces(result)) return yield `${JSON.stringify(result, null, 2)}\n`;
  let before = '[\n';
  for await (const piece of result) {
    if (piece.length === 0) continue;
    yield before + JSON.stringify(piece, null, 2).slice(2, -2);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Whether a result is a streamed list, which is never in memory as a whole. */
export function isInPieces(result: unknown): result is AsyncIterable<readonly unknown[]> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}
