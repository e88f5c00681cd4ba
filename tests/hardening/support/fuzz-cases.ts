import fc from 'fast-check';

/** The bytes of a request, which may be malformed. */
export interface FuzzCase {
  kind: string;
  bytes: Buffer;
}

const evilKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$where',
  'then',
  '',
];
const paths = [
  '/',
  '/shop',
  '/shop/product/fod',
  '/checkout/fist',
  '/press/fist',
  '/account',
  '/assets/',
  '/favicon.svg',
  '/api/config',
  '/api/openapi.json',
  '/api/create-checkout-session',
  '/api/unlocked-content',
  '/api/use-code',
  '/api/session',
  '/api/account',
  '/api/orders/cs_test_x',
  '/api/downloads/fod-artbook',
  '/api/stripe/webhook',
  '/api/csp-reports',
  '/healthz',
  '/readyz',
  '/.well-known/security.txt',
];

const nasty = fc.constantFrom(
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%00',
  '%c0%ae%c0%ae/',
  '%E0%A4%A',
  '\\..\\..\\windows',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\u202e\u0000\ufeff',
  '💀'.repeat(50),
  'A'.repeat(5000),
  '%25%32%66',
  '//evil.example.com',
  '?a[__proto__][x]=1',
  '#x',
  ';x=y',
  'cs_test_'.padEnd(190, 'z'),
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
);
const path = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.option(fc.oneof(nasty, fc.webQueryParameters(), fc.webPath()), { nil: '', freq: 1 }),
  )
  .map(([base, more]) => encodeURI(`${base}${more}`).replaceAll('%25', '%'));
const text = fc.oneof(nasty, fc.string({ maxLength: 40 }), fc.emailAddress(), fc.constant(''));
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...evilKeys), fc.string()), fc.jsonValue(), { maxKeys: 5 }),
);
const productId = fc.oneof(
  fc.constantFrom('fod', 'fist', 'coc_aatt', 'bundle-pre-order', 'fod-expansions'),
  text,
);
/** Nearly valid bodies. */
const knownBodies = fc.oneof(
  fc.record(
    {
      products: fc.oneof(
        fc.array(fc.record({ id: productId, price: anyJson }, { requiredKeys: ['id'] }), { maxLength: 120 }),
        anyJson,
      ),
      baseUrl: fc.oneof(fc.constant('http://localhost'), text, fc.webUrl(), anyJson),
      email: fc.oneof(text, anyJson),
    },
    { requiredKeys: [] },
  ),
  fc.record({ activationCode: fc.oneof(text, anyJson) }, { requiredKeys: [] }),
  fc.record({ refreshToken: fc.oneof(text, anyJson) }, { requiredKeys: [] }),
  fc.record({ accessToken: fc.oneof(text, anyJson) }, { requiredKeys: [] }),
  fc.record({ 'csp-report': fc.dictionary(text, anyJson) }),
  fc.array(fc.record({ type: fc.constantFrom('csp-violation', 'x'), body: anyJson }), { maxLength: 30 }),
  anyJson,
);
const depth = (count: number) => `${'[{"a":'.repeat(count)}1${'}]'.repeat(count)}`;
const body = fc.oneof(
  { weight: 8, arbitrary: knownBodies.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1000, 9000).map((count) => Buffer.from(depth(count).slice(0, 65_000))),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(70_000, '"')) },
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/csp-report',
  'application/reports+json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
);
const headerValue = fc.oneof(
  nasty,
  fc.string({ maxLength: 60 }),
  fc.constant('x'.repeat(3000)),
  fc.constant('Bearer eyJhbGciOiJub25lIn0.e30.'),
  fc.constant('t=1,v1=0'),
  fc.constant('bytes=0-,9999999-,-1'),
  fc.constant('session=eyJpZCI6ImEifQ==; session.sig=x'),
);
const header = fc.tuple(
  fc.constantFrom(
    'authorization',
    'cookie',
    'origin',
    'sec-fetch-site',
    'x-forwarded-for',
    'forwarded',
    'range',
    'if-none-match',
    'if-match',
    'accept',
    'accept-encoding',
    'accept-language',
    'stripe-signature',
    'idempotency-key',
    'content-encoding',
    'expect',
    'te',
    'upgrade',
    'x-http-method-override',
    'referer',
    'host',
  ),
  headerValue,
);
/** Header values go out as bytes; line ends in them would make further headers, which is a case of its own below. */
const oneLine = (value: string) => value.replaceAll(/[\r\n\0]/g, ' ');

const wellFormed = (token: string) =>
  fc
    .record({
      signedIn: fc.boolean(),
      method,
      path,
      headers: fc.array(header, { maxLength: 5 }),
      contentType,
      body: fc.option(body, { nil: null }),
    })
    .map(({ signedIn, method: verb, path: target, headers, contentType: type, body: content }): FuzzCase => {
      const lines = [
        `${verb} ${oneLine(target).replaceAll(' ', '%20')} HTTP/1.1`,
        'host: localhost',
        'connection: close',
        ...(signedIn ? [`authorization: Bearer ${token}`] : []),
        ...headers.map(([name, value]) => `${name}: ${oneLine(value)}`),
        ...(content ? [`content-type: ${type}`, `content-length: ${content.length}`] : []),
      ];
      return {
        kind: 'well-formed',
        bytes: Buffer.concat([
          Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'),
          content ?? Buffer.alloc(0),
        ]),
      };
    });

const post =
  'POST /api/create-checkout-session HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n';
/** What breaks parsers: lengths that lie, odd chunks, split headers, half requests. */
const lying = fc
  .oneof(
    fc
      .tuple(fc.integer({ min: -5, max: 200 }), fc.string({ maxLength: 40 }))
      .map(([length, content]) => `${post}content-length: ${length}\r\n\r\n${content}`),
    fc
      .tuple(
        fc.constantFrom('5', 'ffffffffffffffff', '-1', '0x5', '5;x=y', '', 'zz', '00000005'),
        fc.string({ maxLength: 20 }),
      )
      .map(([size, chunk]) => `${post}transfer-encoding: chunked\r\n\r\n${size}\r\n${chunk}\r\n0\r\n\r\n`),
    fc.constant(`${post}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`),
    fc.constant(`${post}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`),
    fc.constant(`${post}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nabcde`),
    fc.constant(`GET / HTTP/1.1\nhost: x\n\n`),
    fc.constant(`GET http://evil.example.com/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    fc.constant(`GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    fc.constant(`CONNECT evil.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n`),
    fc.constant(`GET / HTTP/9.9\r\nhost: x\r\n\r\n`),
    fc.constant(`GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`),
    fc
      .integer({ min: 1, max: 3000 })
      .map((count) => `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${'a: b\r\n'.repeat(count)}\r\n`),
  )
  .map((lines): FuzzCase => ({ kind: 'lying', bytes: Buffer.from(lines) }));

/** A valid request with some bytes changed. */
const mutated = (token: string) =>
  fc
    .tuple(wellFormed(token), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }))
    .map(([{ bytes }, changes]): FuzzCase => {
      const copy = Buffer.from(bytes);
      for (const [at, value] of changes) copy[at % copy.length] = value;
      return { kind: 'mutated', bytes: copy };
    });

/** Requests of every kind; half of the well-formed ones have the token. */
export const cases = (token: string) =>
  fc.oneof(
    { weight: 7, arbitrary: wellFormed(token) },
    { weight: 2, arbitrary: mutated(token) },
    { weight: 1, arbitrary: lying },
  );
