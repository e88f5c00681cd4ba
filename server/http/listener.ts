// The HTTP server: time-outs against slow clients, keep-alive, graceful shutdown.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenFault } from './listen-fault.ts';
import type { SiteListener } from './messages.ts';

/** How long a client may take, in milliseconds: slow ones hold no place. */
export interface Patience {
  headMs: number;
  /** For all of a request, whatever it is. */
  requestMs: number;
  /** For a body, and besides for its bytes at this pace. */
  bodyMs: number;
  bodyBytesPerMs: number;
}
export const usualPatience: Patience = {
  headMs: 10_000,
  requestMs: 20_000,
  bodyMs: 5000,
  bodyBytesPerMs: 40,
};
/** Longer than proxies keep idle connections (60 s as a rule), so that they and not we end them. */
const idleMs = 65_000;
/** Requests under way may take this long when the site stops, in milliseconds: with the lingering ten seconds in all. */
const stopWithinMs = 9000;
/** Connections at a time: each costs a file handle and some memory. */
const mostConnections = 10_000;

/**
 * Connections that wait to be accepted; the kernel has a bound of its own (`net.core.somaxconn`, 4096 as a rule). Past it, a
 * client's attempt is dropped and repeated after a second, then three, then seven: a rush of strangers must not fill it.
 */
const mostUnaccepted = 4096;

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Listens for HTTP.
 * @param host without one every address of the machine, IPv6 where there is any
 * @throws {SetUpFault} when the port is taken or may not be used; it says what to do
 */
export async function listen(
  { answer: app, messages }: SiteListener,
  port: number,
  host: string | undefined,
  patience: Patience = usualPatience,
) {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const answer: RequestListener = (request, response) => {
    if (stopping) response.setHeader('connection', 'close');
    if (hasTwoHosts(request)) {
      response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    app(request, response);
    // Answers from memory have begun by now.
    if (response.headersSent) return;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  };
  const server = createServer(
    {
      ...messages,
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: 1000,
      // A request without a body, as most are, needs no stream to be read from.
      optimizeEmptyRequests: true,
    },
    answer,
  );
  // Who asks before sending a body is told to go on by whoever reads it: one that is refused is never sent.
  server.on('checkContinue', answer);
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    const settings = { port: 'PORT', host: 'HOST' };
    server.once('error', (error) => reject(listenFault(error, { port, host, settings })));
    server.listen({ port, ...(host !== undefined && { host }), backlog: mostUnaccepted }, resolve);
  });
  return {
    /** Where it listens, for example `http://127.0.0.1:3000`. */
    address: addressOf(server),
    /**
     * Stops: every answer from here on says `Connection: close`, and connections that are idle after a moment are ended;
     * requests under way get nine seconds more.
     * @param lingerMs how long requests are still taken, in milliseconds: clients and balancers learn in that time that
     * there will be no more
     */
    stop(lingerMs: number): Promise<void> {
      stopping = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
      return stop(server, lingerMs);
    },
  };
}

/** Two Host headers may mean two things to us and to the proxy before us (RFC 9112 section 3.2); Node keeps the first. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

async function stop(server: Server, lingerMs: number): Promise<void> {
  // A client may be sending on a connection that looks idle from here; ending it at once would lose that request.
  if (lingerMs > 0) await wait(lingerMs);
  const timer = setTimeout(() => server.closeAllConnections(), stopWithinMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`;
}
