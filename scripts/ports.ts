import { once } from 'node:events';
import { createServer } from 'node:net';
import { SetUpFault } from '#server/set-up-fault.ts';

/**
 * Sees that ports are right, differ, and are free, before work is done that needs them in the end.
 * @param ports by the variables that name them, as typed
 * @param command what is run, for the advice
 * @throws {SetUpFault} which says what to set instead
 */
export async function assertPortsFree(
  ports: Readonly<Record<string, string | undefined>>,
  command: string,
): Promise<void> {
  const settings = new Map<number, string>();
  for (const [setting, typed = ''] of Object.entries(ports)) {
    const port = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
    if (port < 1 || port > 65_535) {
      throw new SetUpFault(`${setting}=${typed} names no port: expected a number from 1 to 65535`);
    }
    const other = settings.get(port);
    if (other !== undefined) {
      throw new SetUpFault(`${other} and ${setting} are both ${port}: set one of them to another port`);
    }
    settings.set(port, setting);
  }
  for (const [port, setting] of settings) await assertPortFree(port, setting, command);
}

/**
 * Sees that a port is free, before work is done that needs it in the end.
 * @param setting the variable that names the port
 * @param command what is run, for the advice
 * @throws {SetUpFault} when it is taken or may not be used; it says how to use another one
 */
async function assertPortFree(port: number, setting: string, command: string): Promise<void> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const found = code === 'EACCES' ? 'may not be used by this user' : 'is taken by another program';
    const other = port < 1024 ? 3000 : port + 100;
    throw new SetUpFault(
      `Port ${port} ${found}. Say which one to use instead: ${setting}=${other} ${command}`,
      {
        cause: error,
      },
    );
  }
  server.close();
  await once(server, 'close');
}
