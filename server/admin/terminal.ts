// The terminal: standard output, standard error, questions.

import { createInterface } from 'node:readline/promises';
import { machineFaultText } from '#server/set-up-fault.ts';
import { replaceUnseen } from '#shared/unseen.ts';

/** Nobody reads the output any more (EPIPE), as when a pipe goes to `head`. */
export class OutputClosed extends Error {
  override name = 'OutputClosed';
}

/** Where a command writes and asks. */
export interface Terminal {
  /** Results, for people or programs. @throws {OutputClosed} */
  out(text: string): void;
  /** Everything else: progress, questions, faults. */
  err(text: string): void;
  /** Whether it is interactive: a person can answer, and a line can be overwritten. */
  interactive: boolean;
  /** Characters a line; without end (`Infinity`) where the results go into a file or to a program. */
  columns: number;
  /** Asks one question. */
  ask(question: string): Promise<string>;
}

/** Removes terminal control sequences, whatever a file or a buyer wrote; only our own progress display overwrites a line. */
export const harmless = (text: string): string =>
  text.startsWith('\r') ? `\r${harmless(text.slice(1))}` : replaceUnseen(text, '\ufffd', '\n\t');

/** The terminal of this process: text for people is made {@link harmless}, text for a file or a program is left as it is. */
export function processTerminal(): Terminal {
  let isClosed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isClosed = true;
    if (error.code === 'EPIPE') return;
    // Into a file of the shell's, which is not whole now. The command itself has done its work, or goes on.
    process.stderr.write(
      `${machineFaultText(error, 'The output') ?? `The output failed: ${error.message}`}\n` +
        'Only the output is missing: what the command was to change is changed, so look before you run it again.\n',
    );
    process.once('exit', () => {
      process.exitCode ||= 1;
    });
  });
  // Nobody reads these messages any more; the command itself continues.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out(text) {
      if (isClosed) throw new OutputClosed('Nobody reads the output any more.');
      process.stdout.write(process.stdout.isTTY ? harmless(text) : text);
    },
    err: (text) => void process.stderr.write(harmless(text)),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    // A container's terminal may not know its width at first, and says 0.
    columns: process.stdout.columns || Number.POSITIVE_INFINITY,
    ask: (question) => askOn(process.stdin, process.stderr, question),
  };
}

/** Asks one question. @returns the answer; empty after Ctrl-C or Ctrl-D, which are a no */
export async function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  const prompt = createInterface({ input, output });
  try {
    return await prompt.question(question);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ABORT_ERR') throw error;
    output.write('\n');
    return '';
  } finally {
    prompt.close();
  }
}
