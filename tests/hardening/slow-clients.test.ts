import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualPatience } from '#server/http/listener.ts';
import { postCheckout } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

/** A tenth of the usual time-outs, of the longest a hundredth, so that tests take seconds. */
const patience = {
  headMs: usualPatience.headMs / 10,
  requestMs: usualPatience.requestMs / 10,
  bodyMs: usualPatience.bodyMs / 10,
  bodyBytesPerMs: usualPatience.bodyBytesPerMs * 10,
  takeMs: usualPatience.takeMs / 100,
};
/** The limit of simultaneous requests. */
const mostAtOnce = 20;
/** The size of a slow body, in bytes, and its time-out, in milliseconds. */
const slowBytes = 40_000;
const slowBodyMs = patience.bodyMs + slowBytes / patience.bodyBytesPerMs;
/** How often Node checks for time-outs, in milliseconds. Tests allow one interval more, for a busy machine. */
const looksEveryMs = 1000;

const open = () => openShop({ patience, environment: { MOST_REQUESTS_AT_ONCE: String(mostAtOnce) } });
let shop: Shop;
beforeAll(async () => {
  shop = await open();
});
afterAll(() => shop.close());

async function dial(to = shop): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(to.url).port) });
  await once(socket, 'connect');
  return socket;
}

/** Sends a byte from time to time until the site ends the connection. @returns the seconds it took, and the answer */
async function drip(head: string, rest: string): Promise<{ seconds: number; answer: string }> {
  const socket = await dial();
  const startedAt = performance.now();
  let answer = '';
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write(head);
  const dripping = setInterval(() => socket.write(rest), 50);
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
    clearInterval(dripping);
  });
  await closed;
  clearInterval(dripping);
  return { seconds: (performance.now() - startedAt) / 1000, answer };
}

describe('a client that takes its time', () => {
  it('has ten seconds for its headers, five for a body and one for each 40 kB of it, twenty for the whole request, and five minutes to take the next bytes of its answer', () => {
    expect(usualPatience).toEqual({
      ...{ headMs: 10_000, requestMs: 20_000, bodyMs: 5000, bodyBytesPerMs: 40, takeMs: 300_000 },
    });
  });

  it('with its headers or its body is sent away when its time is over, and others are served meanwhile', async () => {
    const withinSeconds = (ms: number) => (ms + 2 * looksEveryMs) / 1000;
    const headers = Array.from({ length: 50 }, () => drip('GET / HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'));
    const bodies = Array.from({ length: 20 }, () =>
      drip(
        `POST /api/create-checkout-session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${slowBytes}\r\n\r\n`,
        ' ',
      ),
    );
    let sentAway = 0;
    for (const client of [...headers, ...bodies]) void client.then(() => (sentAway += 1));
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    expect(sentAway).toBeLessThan(headers.length + bodies.length);
    for (const { seconds, answer } of await Promise.all(headers)) {
      expect(seconds).toBeGreaterThanOrEqual(patience.headMs / 1000);
      expect(seconds).toBeLessThan(withinSeconds(patience.headMs));
      expect(answer).toMatch(/^HTTP\/1\.1 408/);
    }
    for (const { seconds, answer } of await Promise.all(bodies)) {
      expect(seconds).toBeGreaterThanOrEqual(slowBodyMs / 1000);
      expect(seconds).toBeLessThan(withinSeconds(slowBodyMs));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 408/);
      for (const header of ['cache-control: no-store', 'connection: close', 'x-request-id: '])
        expect(head.toLowerCase()).toContain(header);
      expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'body_too_slow' });
    }
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  });

  it('that leaves costs nobody else anything', async () => {
    const leavers = await Promise.all(Array.from({ length: 50 }, () => dial()));
    for (const socket of leavers) {
      socket.write('GET /shop HTTP/1.1\r\nhost: x\r\n\r\n');
      socket.destroy();
    }
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  });
});

describe('a client that does not read its answer', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  it('keeps nobody else from buying, and is sent away when it has taken nothing for its time', async () => {
    const own = await open();
    const idlers = await Promise.all(Array.from({ length: mostAtOnce }, () => dial(own)));
    for (const socket of idlers) socket.write(get('/press-kit.zip'));
    // The first bytes have arrived and are not read: the rest, more than the network's buffers hold, waits at the site.
    await Promise.all(idlers.map((socket) => once(socket, 'readable')));
    const body = { products: [{ id: 'fist' }], baseUrl: own.url, email: newEmail() };
    await postCheckout(own, body).expect(200);
    const endedEarly = () =>
      own
        .logText()
        .split('\n')
        .filter((line) => line.includes('"route":"/press-kit.zip"') && line.includes('"completed":false'))
        .length;
    await expect.poll(endedEarly, { timeout: 4 * patience.takeMs }).toBe(mostAtOnce);
    for (const socket of idlers) socket.destroy();
    await own.close();
  });

  it('with many requests on one connection keeps nobody else from buying either', async () => {
    const socket = await dial();
    // The file is larger than the network's buffers; the answers of the calls wait behind it.
    socket.write(get('/press-kit.zip') + get('/api/products').repeat(10));
    await once(socket, 'readable');
    expect((await fetch(`${shop.url}/api/products`)).status).toBe(200);
    socket.destroy();
  });

  it('may have ten requests waiting behind others on one connection, which is ended at the next', async () => {
    const last = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const answered = async (requests: number) => {
      const socket = await dial();
      socket.on('error', () => undefined);
      socket.write(get('/press-kit.zip') + get('/healthz').repeat(requests - 1) + last);
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      await once(socket, 'close');
      return bytes > 1_000_000;
    };
    expect([await answered(10), await answered(11)]).toEqual([true, false]);
  });
});

describe('what is too large or no HTTP', () => {
  const send = async (text: string) => {
    const socket = await dial();
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  };
  it.each([
    ['a header of 20 kB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'a body of 900 MB that waits to be asked for',
      'POST /api/session HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 900000000\r\n\r\n',
      /^HTTP\/1\.1 413/,
    ],
    [
      'a body of 100 kB where 64 KiB are the most, that waits to be asked for,',
      'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 100000\r\n\r\n',
      /^HTTP\/1\.1 413/,
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'two lengths (request smuggling)',
      'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a length and chunks (request smuggling)',
      'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    ['nonsense', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n', /^HTTP\/1\.1 400/],
  ])('%s is refused', async (_, text, answer) => {
    expect(await send(text)).toMatch(answer);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['POST /api/create-checkout-session', 64],
    ['POST /api/stripe/webhook', 512],
    ['POST /api/csp-reports', 16],
    ['PUT /api/use-code', 64],
    ['POST /api/nothing', 64],
    ['POST /shop', 64],
  ])(
    '%s with 900 MB is refused before they are read, and is told its own limit: %d KiB',
    async (line, kib) => {
      const answer = await send(
        `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900000000\r\n\r\n{`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413/);
      expect(answer).toContain(`"detail":"Send at most ${kib} KiB."`);
    },
  );
});
