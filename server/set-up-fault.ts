/**
 * Something about the machine or the installation that whoever runs the site can mend: a folder that cannot be written, a port
 * that is taken. The message says what was found and what to do, so it is shown alone, without the program's own lines.
 */
export class SetUpFault extends Error {
  override name = 'SetUpFault';
}
