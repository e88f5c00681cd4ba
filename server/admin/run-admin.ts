// The command line (CLI): all its commands, and exit codes from errors.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { PaymentKeyRefused, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { ConfigurationError } from '#server/config/check-settings.ts';
import { DatabaseFault, isPassingFault } from '#server/ledger/ledger.ts';
import { WrongDay } from '#server/operating/checked-input.ts';
import { Refusal } from '#server/refusal.ts';
import { machineFaultText, SetUpFault } from '#server/set-up-fault.ts';
import { backupCommands } from './commands/backups.ts';
import { codeCommands } from './commands/codes.ts';
import { customerCommands, grantCommands } from './commands/customers.ts';
import { databaseCommands } from './commands/database.ts';
import { figureCommands } from './commands/figures.ts';
import { importCommands } from './commands/imports.ts';
import { letterCommands } from './commands/letters.ts';
import { eventCommands, orderCommands } from './commands/orders.ts';
import { stripeCommands } from './commands/stripe.ts';
import { upkeepCommands } from './commands/upkeep.ts';
import { migrationNames } from './compose.ts';
import { OutputClosed } from './terminal.ts';
import { exitCodes, NotAgreed, type Session } from './tools.ts';

const commands = [
  ...[codeCommands, importCommands, orderCommands, eventCommands, letterCommands, customerCommands],
  grantCommands,
  ...[...figureCommands, ...upkeepCommands, ...backupCommands, databaseCommands, stripeCommands],
];

/** Which version this is. Whether a roll-back needs the backup from before is told by the migrations of both. */
function versionText(): string {
  const { name, version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return `${name} ${version}, newest migration ${migrationNames().at(-1)}, Node ${process.versions.node}`;
}

/** The whole command line, with all its commands. */
export function createProgram(session: Session): Command {
  const { terminal } = session;
  const program = new Command('admin');
  program
    .description(
      'The shop from behind the counter. It works on the database that the settings name, beside a running site.',
    )
    .version(versionText(), '--version', 'print the version, and the newest migration that it has')
    .exitOverride()
    // Beside the longest command a terminal of 80 columns leaves 34 for what it does.
    .configureHelp({ minWidthToWrap: 30 })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help says more)')
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 could not be done or something is wrong, 2 wrong usage,
3 not agreed to, 4 the payment provider or the database is not available now.`,
    );
  for (const add of commands) add(program, session);
  return program;
}

/** Runs one command. @param args without the program's own name @returns the exit code */
export async function runAdmin(
  args: readonly string[],
  settings: Omit<Session, 'exitCode'>,
): Promise<number> {
  const session: Session = { ...settings, exitCode: exitCodes.done };
  try {
    await createProgram(session).parseAsync([...args], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    // Commander has printed the error already, except for an argument that a command parses itself.
    if (error instanceof InvalidArgumentError) session.terminal.err(`error: ${error.message}\n`);
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    // The reader of a pipe, such as `head`, has what it wanted.
    if (error instanceof OutputClosed) return session.exitCode;
    const [code, message] = outcomeOf(error);
    const text = args.includes('--json') ? JSON.stringify({ error: message }) : message;
    session.terminal.err(`${text}\n`);
    return code;
  }
}

function outcomeOf(error: unknown): readonly [code: number, message: string] {
  if (error instanceof WrongDay) return [exitCodes.usage, error.message];
  if (error instanceof NotAgreed) return [exitCodes.notAgreed, error.message];
  if (error instanceof Refusal || error instanceof ConfigurationError || error instanceof SetUpFault)
    return [exitCodes.failed, error.message];
  if (error instanceof PaymentKeyRefused) return [exitCodes.failed, `${error.message}.`];
  if (error instanceof PaymentProviderUnavailable) {
    return [exitCodes.unavailable, `${error.message}. Nothing is lost: try again in a moment.`];
  }
  if (!(error instanceof Error)) return [exitCodes.failed, String(error)];
  if (isPassingFault(error)) {
    const said = error instanceof DatabaseFault ? error.message : 'The database is busy';
    return [exitCodes.unavailable, `${said}. Try again in a moment.`];
  }
  return [
    exitCodes.failed,
    machineFaultText(error, 'The database, or a copy of it') ?? error.stack ?? error.message,
  ];
}
