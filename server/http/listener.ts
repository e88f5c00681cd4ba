// The HTTP server: time-outs against slow clients, keep-alive, graceful shutdown.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenFault } from './listen-fault.ts';
import type { SiteListener } from './messages.ts';

/** Time-outs for clients, in milliseconds. */
export interface Patience {
  headMs: number;
  /** For the whole request. */
  requestMs: number;
  /** For a body, plus time for its bytes at this rate. */
  bodyMs: number;
  bodyBytesPerMs: number;
  /**
   * For the client to take the next bytes of an answer. It looks silent until a third of the kernel's buffer, which may be
   * some megabytes, is free again: a steady reader of 12 kB/s for two minutes.
   */
  takeMs: number;
}
export const usualPatience: Patience = {
  headMs: 10_000,
  requestMs: 20_000,
  bodyMs: 5000,
  bodyBytesPerMs: 40,
  takeMs: 300_000,
};
/**
 * Keep-alive time-out. Longer than proxies keep idle connections (usually 60 s), so that they close them and not the
 * server.
 */
const idleMs = 65_000;
/**
 * Requests in progress may take this long when the site stops, in milliseconds; with the grace period before, ten
 * seconds.
 */
const stopWithinMs = 9000;
/** Most connections: each costs a file handle and some memory. */
const mostConnections = 10_000;
/** The most pipelined requests that wait on one connection. */
const mostQueued = 10;

/**
 * The backlog of connections that wait to be accepted; the kernel has a limit of its own (`net.core.somaxconn`, usually
 * 4096). Past it, a client's attempt is dropped and repeated after one, then three, then seven seconds, so a flood must
 * not fill it.
 */
const mostUnaccepted = 4096;

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Listens for HTTP.
 * @param host without one every address of the machine, including IPv6 if available
 * @throws {SetUpFault} when the port is taken or may not be used; it says what to do
 */
export async function listen(
  { answer: app, messages }: SiteListener,
  port: number,
  host: string | undefined,
  patience: Patience,
) {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const answer = inTurn((request, response) => {
    if (stopping) response.setHeader('connection', 'close');
    if (hasTwoHosts(request)) {
      response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
      return;
    }
    app(request, response);
    // Answers from memory have started by now.
    if (response.headersSent) return;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    // With a listener, Node does not close the silent connection by itself: the answer may still be in preparation.
    response.on('timeout', endUnlessWaiting);
  });
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
  // With `Expect: 100-continue`, the body reader tells the client to continue: the body of a refused request is never
  // sent.
  server.on('checkContinue', answer);
  server.maxConnections = mostConnections;
  // While an answer from memory is being sent, Node closes a connection that is silent for this long.
  server.timeout = patience.takeMs;
  await new Promise<void>((resolve, reject) => {
    const settings = { port: 'PORT', host: 'HOST' };
    server.once('error', (error) => reject(listenFault(error, { port, host, settings })));
    server.listen({ port, ...(host !== undefined && { host }), backlog: mostUnaccepted }, resolve);
  });
  return {
    /** Where it listens, for example `http://127.0.0.1:3000`. */
    address: addressOf(server),
    /**
     * Graceful shutdown: every answer from here on says `Connection: close`, and connections that are idle after the
     * grace period are closed; requests in progress get nine seconds more.
     * @param lingerMs the grace period during which requests are still accepted, in milliseconds: clients and load
     * balancers learn in that time that the site stops
     */
    stop(lingerMs: number): Promise<void> {
      stopping = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
      return stop(server, lingerMs);
    },
  };
}

/**
 * Answers pipelined requests, which arrive on a connection before earlier ones were answered, one after the other, and ends
 * the connection where too many wait. No browser or proxy sends them, and Node would have thousands answered at once. A
 * response whose connection ends before its turn never closes, so what was opened for it would stay open.
 */
function inTurn(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // Until its turn, a response has no socket.
    if (response.socket !== null) return answer(request, response);
    const others = waiting.get(socket) ?? 0;
    if (others === mostQueued) return void socket.destroy();
    waiting.set(socket, others + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      answer(request, response);
    });
  };
}

/** Closes a silent connection whose client does not read the bytes that were sent to it. */
function endUnlessWaiting(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/**
 * Two Host headers may mean different things to this server and to the proxy (RFC 9112 section 3.2); Node keeps the
 * first.
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

async function stop(server: Server, lingerMs: number): Promise<void> {
  // A client may be sending on a connection that looks idle from here; closing it at once would lose that request.
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
