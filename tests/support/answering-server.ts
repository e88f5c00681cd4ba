import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';

export interface TestRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The parsed JSON, `null` without a body. */
  body: unknown;
}

/** The answer of a handler; JSON unless `text` is given. */
export interface TestAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  text?: string;
}

export interface AnsweringServer {
  /** Its address, without a slash at the end. */
  origin: string;
  /** Every request so far, oldest first. */
  requests: TestRequest[];
  /** Sets the handler for the next requests; `null` drops the connection. */
  answer(handler: (request: TestRequest) => Promise<TestAnswer | null> | TestAnswer | null): void;
  /** `fetch` as in a page of this server, with relative URLs. */
  fetch: typeof fetch;
  close(): Promise<void>;
}

/** A real HTTP server on a free port, for tests of how the client handles its answers. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  let handle: Parameters<AnsweringServer['answer']>[0] = () => ({ status: 404, json: {} });
  const requests: TestRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    send(response, await handle(request));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  return {
    origin,
    requests,
    answer: (handler) => {
      handle = handler;
    },
    fetch: (input, init) => realFetch(typeof input === 'string' ? new URL(input, origin) : input, init),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Opens such a server for the tests of the calling file, in the place of a service that the shop's server calls. Its requests
 * are those of the present test.
 */
export function serviceInPlace(): Pick<AnsweringServer, 'origin' | 'requests' | 'answer'> {
  let server: AnsweringServer;
  beforeAll(async () => {
    server = await startAnsweringServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.requests.length = 0;
  });
  return {
    get origin() {
      return server.origin;
    },
    get requests() {
      return server.requests;
    },
    answer: (handler) => server.answer(handler),
  };
}

/** Opens such a server for the tests of the calling file, whose `fetch` then calls it. */
export function answeringServer() {
  let server: AnsweringServer;
  beforeAll(async () => {
    server = await startAnsweringServer();
    vi.stubGlobal('fetch', server.fetch);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await server.close();
  });
  beforeEach(() => {
    server.requests.length = 0;
  });
  return {
    server: () => server,
    lastRequest: () => server.requests.at(-1),
    /** The error of a call that must fail. */
    failure: (work: Promise<unknown>) =>
      work.then(
        () => expect.fail('the call succeeded'),
        (error: unknown) => error,
      ),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<TestRequest> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

function send(response: ServerResponse, answer: TestAnswer | null): void {
  if (!answer) return void response.destroy();
  const { status = 200, headers = {}, json, text } = answer;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(text ?? (json === undefined ? '' : JSON.stringify(json)));
}
