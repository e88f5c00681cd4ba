import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Listener, listen, type Patience, usualPatience } from './listener.ts';

it('Without a host it listens on every address of the machine, IPv6 and IPv4', async () => {
  const { address, stop } = await listen(
    { answer: (_request, response) => void response.end('here') },
    0,
    undefined,
    usualPatience,
  );
  const port = new URL(address).port;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.some(({ family }) => family === 'IPv4')).toBe(true);
  // Those of a link need its name in the address.
  const hosts = own
    .filter(({ address: host }) => !host.startsWith('fe80:'))
    .map(({ address: host, family }) => (family === 'IPv6' ? `[${host}]` : host));
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  expect(address).toBe(`http://localhost:${port}`);
  await stop(0);
});

describe('a server', () => {
  const listening: Listener[] = [];
  afterEach(() => Promise.all(listening.splice(0).map(({ stop }) => stop(0))));

  async function begin(
    answer: RequestListener = (_request, response) => void response.end('here'),
    patience: Patience = usualPatience,
  ) {
    const listener = await listen({ answer }, 0, '127.0.0.1', patience);
    listening.push(listener);
    return { ...listener, port: Number(new URL(listener.address).port) };
  }
  /** Sends bytes, and returns what was received once the connection is closed or the answer contains a text. */
  async function sent(port: number, text: string, until?: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    let came = '';
    for await (const chunk of socket) {
      came += chunk;
      if (until !== undefined && came.includes(until)) break;
    }
    return came;
  }

  it('says where it listens, whatever the address is', async () => {
    expect((await begin()).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const [host, said] of [
      ['::1', '[::1]'],
      ['0.0.0.0', 'localhost'],
    ] as const) {
      const { address, stop } = await listen({ answer: () => undefined }, 0, host, usualPatience);
      expect(address).toMatch(new RegExp(`^http://${said.replaceAll(/[[\]]/g, '\\$&')}:\\d+$`));
      await stop(0);
    }
  });

  it('that finds its port taken says what to do', async () => {
    const { port } = await begin();
    await expect(listen({ answer: () => undefined }, port, '127.0.0.1', usualPatience)).rejects.toThrow(
      `Port ${port} is taken by another program. End that one, or set PORT to a port that is free.`,
    );
    await expect(listen({ answer: () => undefined }, 0, '192.0.2.1', usualPatience)).rejects.toThrow(
      / Set HOST to one that is/,
    );
  });

  it('refuses a request with two hosts, and ends the connection', async () => {
    const { port } = await begin();
    const two = await sent(port, 'GET / HTTP/1.1\r\nHost: a\r\nx-four: b\r\nhOST: b\r\n\r\n');
    expect(two).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n/);
    expect(await sent(port, 'GET / HTTP/1.1\r\nhost: a\r\nfrom: host\r\nhosts: b\r\n\r\n', 'here')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  it('has a body sent only when whoever reads it says so', async () => {
    const { port } = await begin(
      (_request, response) => void response.writeHead(413, { connection: 'close' }).end(),
    );
    const head = 'POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n';
    expect(await sent(port, head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['the client goes away', ''],
    ['the client asks for a tunnel, which ends the connection', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])(
    'begins no pipelined request before its turn, so that nothing stays open for it when %s',
    async (_, last) => {
      const first = Promise.withResolvers<ServerResponse>();
      const begun: string[] = [];
      const { port } = await begin(({ url = '' }, response) => {
        begun.push(url);
        if (url === '/2') return void response.end('second');
        first.resolve(response);
      });
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      socket.on('error', () => undefined);
      socket.write(get('/1') + get('/2') + last);
      const response = await first.promise;
      const closed = once(response, 'close');
      if (last === '') socket.destroy();
      await closed;
      expect(begun).toEqual(['/1']);
    },
  );

  it('lets ten pipelined requests wait at once, over and over on one connection', async () => {
    const { port } = await begin();
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    for (let batch = 0; batch < 3; batch += 1) {
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(11));
      let came = '';
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        came += chunk;
        if (came.split('here').length === 12) break;
      }
      expect(came.split('here')).toHaveLength(12);
    }
  });

  it('ends a connection on which more than ten wait: thousands would be answered at once', async () => {
    const begun: string[] = [];
    const { port } = await begin(({ url = '' }) => void begun.push(url));
    const asked = Array.from({ length: 12 }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(await sent(port, asked.join(''))).toBe('');
    expect(begun).toEqual(['/0']);
  });

  it('answers pipelined requests in their order', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const { port } = await begin(({ url }, response) => {
      if (url === '/1') first.resolve(response);
      else response.end(`then ${url}`);
    });
    const paths = ['/1', '/2', '/3'];
    const came = sent(
      port,
      paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''),
      'then /3',
    );
    (await first.promise).end('first');
    expect(await came).toMatch(/first.*then \/2.*then \/3$/s);
  });

  it('waits for its own answer however long that takes: only bytes that nobody takes end a connection', async () => {
    const { address } = await begin(
      ({ socket }, response) => void socket.once('timeout', () => response.end('late')),
      { ...usualPatience, takeMs: 50 },
    );
    expect(await (await fetch(address)).text()).toBe('late');
  });

  it('keeps connections for longer than proxies do', async () => {
    const { address } = await begin();
    expect((await fetch(address)).headers.get('keep-alive')).toBe('timeout=65');
  });

  it('that stops ends idle connections, lets requests under way end, and says that there will be no more', async () => {
    const underWay = Promise.withResolvers<ServerResponse>();
    const { address, port, stop } = await begin(({ url }, response) => {
      if (url === '/idle') response.end();
      else underWay.resolve(response);
    });
    const idle = connect(port, '127.0.0.1');
    const idleEnds = once(idle, 'close');
    idle.write('GET /idle HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(idle, 'data');
    const asked = fetch(address);
    const response = await underWay.promise;
    let stopped = false;
    const stops = stop(0).then(() => {
      stopped = true;
    });
    await idleEnds;
    expect(stopped).toBe(false);
    response.end('there');
    const answer = await asked;
    expect([answer.headers.get('connection'), await answer.text()]).toEqual(['close', 'there']);
    await stops;
    await expect(fetch(address)).rejects.toThrow();
  });

  it('that stops leaves an answer alone whose head is out, and ends its connection with the next', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const { port, stop } = await begin(({ url }, response) => {
      if (url === '/1') return void setImmediate(() => first.resolve(response));
      response.end('over');
    });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let came = '';
    socket.on('data', (text) => {
      came += text;
    });
    socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n');
    const response = await first.promise;
    response.writeHead(200, { 'content-length': 4 }).write('he');
    await once(socket, 'data');
    const stops = stop(0);
    response.end('re');
    await once(socket, 'close');
    const [one, two] = came.split('here');
    expect(one).toMatch(/connection: keep-alive/i);
    expect(two).toMatch(/connection: close.*over$/is);
    await stops;
  });

  it('that stops lingers as long as it was told', async () => {
    const { stop } = await begin();
    const began = performance.now();
    await stop(20);
    expect(performance.now() - began).toBeGreaterThan(15);
  });

  it('that stops waits nine seconds for requests under way, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<void>();
    const { port, stop } = await begin(() => asked.resolve());
    const socket = connect(port, '127.0.0.1');
    const ended = once(socket.resume(), 'close');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await asked.promise;
    const stops = stop(0);
    vi.advanceTimersByTime(8999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(socket.readableEnded).toBe(false);
    vi.advanceTimersByTime(1);
    await Promise.all([ended, stops]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
