/**
 * A fault of the machine or the installation that the operator can fix: a folder that is not writable, a port that is
 * taken. The message says what was found and what to do, so it is shown without a stack trace.
 */
export class SetUpFault extends Error {
  override name = 'SetUpFault';
}
