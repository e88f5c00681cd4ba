// A line to PostgreSQL that can go silent, as behind a firewall that forgot it: nothing passes, and nothing is closed.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** @param url of the database; the line's own leads to the same */
export async function openLine(url: string) {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    sockets.push(near, far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    /** The connections that are there; new ones pass. */
    silence(): void {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
