// Advice for a port that is taken or not allowed (EADDRINUSE, EACCES).

import { SetUpFault } from '#server/set-up-fault.ts';

/** The address to listen on, and the settings that define it. */
interface ListenAddress {
  port: number;
  host: string | undefined;
  settings: { port: string; host: string };
}

/** Turns a failure to listen into a fault with advice; any other error stays what it is. */
export function listenFault(error: unknown, { port, host, settings }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const words = {
    EADDRINUSE: `Port ${port} is taken by another program. End that one, or set ${settings.port} to a port that is free.`,
    EACCES: `This user may not listen on port ${port}. Set ${settings.port} to 1024 or more, and let the proxy have the low port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set ${settings.host} to one that is, or leave it out.`,
    ENOTFOUND: `${host} is no address. Set ${settings.host} to an address of this machine, or leave it out.`,
  }[code ?? ''];
  return words === undefined ? error : new SetUpFault(words, { cause: error });
}
