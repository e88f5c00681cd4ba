import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ownProcessorTime } from '#tests/support/own-processor-time.ts';
import { createLogger } from './log.ts';

/** What the site's own logger writes of an error. */
function logged(error: unknown): string {
  let text = '';
  createLogger('info', {
    write(line: string) {
      text += line;
    },
  }).error({ err: error }, 'failed');
  return text;
}

it.each([
  [
    'an e-mail address',
    'No customer <a.reader+shop@mail.example.com>',
    'reader+shop',
    'No customer <(address)>',
  ],
  ['an id token', 'Bad token eyJhbGci.eyJzdWIiOiJhIn0.c2lnbmF0dXJl!', 'eyJ', 'Bad token (token)!'],
  ['an encrypted token', 'Bad token eyJhbGci.eyJz.QkE.c2ln.RA.', 'eyJ', 'Bad token (token)'],
  ['a token without a signature', 'Bad token eyJhbGci.eyJzdWIiOiJhIn0', 'eyJ', 'Bad token (token)'],
  ['a live payment key', 'Invalid API Key: sk_live_51Hq9xKJ', '51Hq9xKJ', 'Invalid API Key: (secret)'],
  ['a restricted test key', 'Invalid API Key: rk_test_51Hq9xKJ', '51Hq9xKJ', 'Invalid API Key: (secret)'],
  ["an order's id", 'No such session: cs_live_a1B2c3D4e5F6g7H8', 'a1B2', 'No such session: (order)'],
  [
    "a webhook's signing secret",
    'Not signed with whsec_0123456789',
    '0123456789',
    'Not signed with (secret)',
  ],
])(
  'The log does not hold %s from the message or the stack of an error, or of its causes, and says what stood there',
  (_, message, secret, shown) => {
    const error = new Error('outer', { cause: new TypeError(message) });
    expect(message).toContain(secret);
    expect(error.stack).toBeDefined();
    expect((error.cause as Error).stack).toContain(secret);
    for (const text of [logged(error), logged(new Error(message))]) {
      expect(text).toContain('"msg":"failed"');
      expect(text).not.toContain(secret);
    }
    expect(JSON.parse(logged(new Error(message)))).toMatchObject({ err: { message: shown } });
  },
);

it('The log shows name, message, code, stack and causes of an error, and nothing else that an SDK hangs on it', () => {
  const error = Object.assign(new RangeError('too far', { cause: new Error('the first') }), {
    code: 'E_FAR',
    raw: { headers: { authorization: 'Bearer x' } },
    requestId: 'req_1',
  });
  const { err } = JSON.parse(logged(error)) as { err: Record<string, unknown> };
  expect(Object.keys(err).toSorted()).toEqual(['cause', 'code', 'message', 'stack', 'type']);
  expect(err).toMatchObject({ type: 'RangeError', message: 'too far', code: 'E_FAR' });
  expect(err['cause']).toMatchObject({ type: 'Error', message: 'the first' });
  expect(Object.keys(err['cause'] as object).toSorted()).toEqual(['message', 'stack', 'type']);
});

it('The log takes no longer over what looks like the beginning of many tokens', () => {
  const begun = ownProcessorTime();
  expect(logged(new Error('eyJ-'.repeat(15_000)))).toContain('"message":"(token)"');
  expect(ownProcessorTime() - begun).toBeLessThan(1000);
});

it('The log shows an error without a stack, and no code that is no text', () => {
  const error = Object.assign(new Error('bare'), { code: { email: 'a@example.com' } });
  delete error.stack;
  expect(JSON.parse(logged(error))).toMatchObject({ err: { type: 'Error', message: 'bare' } });
  expect(logged(error)).not.toContain('example');
});

it("The log shows the end of an order's id, by which it is found, and not what opens its page, wherever in a line it stands", () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const id = 'cs_live_a1B2c3D4e5F6g7H8i9J0';
  log.info(
    { checkoutSession: id, earlier: 'cs_test_a1B2c3D4e5F6g7H8i9J0', none: null },
    'a field of any name',
  );
  log.child({ order: id }).warn({ of: { newer: [id, 'cs_a1B2c3D4e5F6g7H8i9J0'] } }, `in words ${id}.`);
  log.error({ path: `/pay/${id}?again`, metrics_something_long: 'stays' }, 'in an address');
  expect(lines.join('')).not.toContain('a1B2');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { checkoutSession: 'cs_live_…g7H8i9J0', earlier: 'cs_test_…g7H8i9J0', none: null },
    {
      ...{ order: 'cs_live_…g7H8i9J0', of: { newer: ['cs_live_…g7H8i9J0', 'cs_…g7H8i9J0'] } },
      msg: 'in words cs_live_…g7H8i9J0.',
    },
    { path: '/pay/cs_live_…g7H8i9J0?again', metrics_something_long: 'stays' },
  ]);
});

it('The log ends a chain of causes that has no end, and says of what is no error only that', () => {
  const endless = new Error('again');
  endless.cause = endless;
  expect(logged(endless).match(/"message":"again"/g)).toHaveLength(6);
  expect(JSON.parse(logged({ email: 'a@example.com' }))).toMatchObject({
    err: { type: 'object', message: 'something that is no Error was thrown' },
  });
  expect(logged({ email: 'a@example.com' })).not.toContain('a@example');
});

/** What a process has written to standard output when these lines of its program are over. */
function written(program: string): string[] {
  const text = `import { createLogger } from './server/http/log.ts'; const log = createLogger('info'); ${program}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
  return [...stdout.matchAll(/"msg":"(\w+)"/g)].map(([, message = '']) => message);
}

it('A line that tells of a fault is written at once, after all that came before it, even if the process is killed', () => {
  const killed = "process.kill(process.pid, 'SIGKILL');";
  expect(written(`log.info('first'); log.warn('second'); log.error('third'); ${killed}`)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

it('Other lines wait for each other, and are written at the latest when the process ends', () => {
  expect(written("log.debug('hidden'); log.info('first'); log.info('second');")).toEqual(['first', 'second']);
  const waits = "log.info('first'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);";
  expect(written(waits)).toEqual(['first']);
});

it('No line waits for the disk, where standard output is a file', () => {
  const told = `import fs from 'node:fs'; fs.fsyncSync = () => console.log('"msg":"waits"');`;
  const ends = 'setTimeout(() => process.exit(), 300);';
  expect(written(`${told} log.info('first'); log.warn('second'); ${ends}`)).toEqual(['first', 'second']);
});
