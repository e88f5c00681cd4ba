import { once } from 'node:events';
import { createServer } from 'node:net';
import { SetUpFault } from '#server/set-up-fault.ts';

/**
 * Sees that a port is free, before work is done that needs it in the end.
 * @param setting the variable that names the port
 * @param command what is run, for the advice
 * @throws {SetUpFault} when it is taken or may not be used; it says how to use another one
 */
export async function assertPortFree(port: number, setting: string, command: string): Promise<void> {
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
