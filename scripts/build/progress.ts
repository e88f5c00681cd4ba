import { progressOn } from '#server/admin/display.ts';
import { processTerminal } from '#server/admin/terminal.ts';

const terminal = processTerminal();

/**
 * Shows how far a part of the build is, as the operator's commands show theirs.
 * @param verb what is happening, for example `Pages written:`
 */
export function sayProgress(verb: string): (done: number, total: number) => void {
  return progressOn(terminal, verb);
}
