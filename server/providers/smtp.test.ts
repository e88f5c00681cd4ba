import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/app.ts';
import { sharedSigningKeys } from '#sandbox/identity/keys-for-tests.ts';
import type { LetterPart } from '#server/mailing/mail-transport.ts';
import { createSmtpTransport } from './smtp.ts';

let sandbox: Sandbox;
let port: number;
beforeEach(async () => {
  sandbox = createSandbox({
    ...{ documentsFile: ':memory:', webhook: { url: null, secret: 'whsec_test' } },
    ...{ userPoolId: 'eu-north-1_TestPool1', clientIds: ['web'], signingKeys: sharedSigningKeys() },
  });
  port = Number(new URL(await sandbox.mail.listen(0)).port);
});
afterEach(() => sandbox.close());

const transport = (over: { port?: number; password?: string; login?: null } = {}) =>
  createSmtpTransport(
    {
      ...{ host: '127.0.0.1', port: over.port ?? port, tls: 'off' },
      login: over.login === null ? null : { user: 'shop', password: over.password ?? 'right' },
      from: { name: 'The Shop', address: 'shop@example.com' },
    },
    { connectMs: 2000, letterMs: 2000, answerMs: 2000 },
  );

it('a service that does not greet or answer is left after its time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port: silentPort } = silent.address() as { port: number };
  const mute = createSmtpTransport(
    {
      ...{ host: '127.0.0.1', port: silentPort, tls: 'off', login: null },
      from: { name: '', address: 'shop@example.com' },
    },
    { connectMs: 100, letterMs: 300, answerMs: 60_000 },
  );
  expect(await mute.send(anyMail)).toMatchObject({ kind: 'unavailable', had: 'nothing' });
  expect(await mute.verify()).not.toBeNull();
  mute.close();
  silent.close();
});

/** What a service has for everything up to the end of a letter: a slow machine needs more than some tenths of a second. */
const letterMs = 2000;

/** A mail service that receives letters, and accepts them only when the test says so. */
async function slowService() {
  const taken: string[] = [];
  let answer = () => {};
  const server = createServer((socket) => {
    let isLetter = false;
    let text = '';
    socket.write('220 slow.example.com\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (isLetter && text.endsWith('\r\n.\r\n')) {
        taken.push(text);
        [isLetter, text] = [false, ''];
        answer = () => socket.write('250 2.0.0 taken\r\n');
      }
      if (isLetter || !text.endsWith('\r\n')) return;
      const [word = ''] = text.split(/\s/);
      text = '';
      if (word === 'DATA') isLetter = true;
      if (word !== '') socket.write(word === 'DATA' ? '354 go on\r\n' : '250 2.0.0 well\r\n');
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: slowPort } = server.address() as { port: number };
  const sender = (answerMs: number) =>
    createSmtpTransport(
      {
        ...{ host: '127.0.0.1', port: slowPort, tls: 'off', login: null },
        from: { name: '', address: 'shop@example.com' },
      },
      { connectMs: 2000, letterMs, answerMs },
    );
  return { taken, sender, answer: () => answer(), close: () => server.close() };
}
const anyMail = {
  ...{ messageId: '<1@example.org>', to: 'a@example.com', replyTo: 's@example.com' },
  ...{ subject: 'x', text: 'x'.repeat(100_000), html: 'x' },
};

it('a service that has a whole letter is given time to say so: who gives up then would send it twice', async () => {
  const slow = await slowService();
  const patient = slow.sender(60_000);
  const sending = patient.send(anyMail);
  await vi.waitFor(() => expect(slow.taken).toHaveLength(1), 30_000);
  await new Promise((resolve) => setTimeout(resolve, letterMs + 100));
  slow.answer();
  expect(await sending).toEqual({ kind: 'sent' });
  patient.close();

  const impatient = slow.sender(100);
  expect(await impatient.send(anyMail)).toMatchObject({ kind: 'unavailable', had: 'whole' });
  expect(slow.taken).toHaveLength(2);
  impatient.close();
  slow.close();
});

it.each<[LetterPart, breaksAt: RegExp]>([
  ['nothing', /^RCPT TO/m],
  ['part', /^Subject: /m],
  ['whole', /\r\n\.\r\n$/],
])('says that the service had %s of a letter when the connection breaks', async (had, breaksAt) => {
  const service = createServer((socket) => {
    socket.write('220 fickle.example.com\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (breaksAt.test(chunk)) socket.destroy();
      else if (/^(EHLO|MAIL|RCPT)/.test(chunk)) socket.write('250 2.0.0 well\r\n');
      else if (chunk.startsWith('DATA')) socket.write('354 go on\r\n');
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port: fickle } = service.address() as { port: number };
  const mail = transport({ port: fickle, login: null });
  expect(await mail.send({ ...anyMail, text: 'x'.repeat(1e6) })).toMatchObject({ kind: 'unavailable', had });
  mail.close();
  service.close();
});

/** A service that answers one step in its own way. */
async function serviceThatSays(at: RegExp, words: string) {
  const service = createServer((socket) => {
    socket.write('220 strict.example.com\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (at.test(chunk)) socket.write(`${words}\r\n`);
      else if (chunk.startsWith('DATA')) socket.write('354 go on\r\n');
      else if (/^[A-Z]{4}/.test(chunk) || chunk.endsWith('\r\n.\r\n')) socket.write('250 2.0.0 well\r\n');
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const mail = transport({ port: (service.address() as { port: number }).port, login: null });
  const outcome = await mail.send({ ...anyMail, text: 'x' });
  mail.close();
  service.close();
  return outcome;
}

it.each([
  // The address gets no mail, now or later.
  ['RCPT', '550 5.1.1 nobody', { kind: 'refused', fault: '550 5.1.1 (RCPT TO)' }],
  ['RCPT', '550-5.1.1 nobody\r\n550 5.1.1 of this name', { kind: 'refused', fault: '550 5.1.1 (RCPT TO)' }],
  ['RCPT', '550 5.1.2 no such domain', { kind: 'refused' }],
  ['RCPT', '501 5.1.3 no address', { kind: 'refused' }],
  ['RCPT', '551 5.1.6 moved away', { kind: 'refused' }],
  ['RCPT', '556 5.1.10 a domain without mail', { kind: 'refused' }],
  ['RCPT', '550 5.2.1 disabled', { kind: 'refused' }],
  // It may get mail once the operator, the service or the owner of the mailbox has done something.
  ['RCPT', '550 relay not permitted', { kind: 'postponed', fault: '550 (RCPT TO)' }],
  ['RCPT', '553 not in my list of allowed rcpthosts', { kind: 'postponed', fault: '553 (RCPT TO)' }],
  ['RCPT', '550 5.1.0 sender unknown', { kind: 'postponed', fault: '550 5.1.0 (RCPT TO)' }],
  ['RCPT', '553 5.1.7 no sender address', { kind: 'postponed' }],
  ['RCPT', '550 5.1.8 domain of the sender not found', { kind: 'postponed' }],
  ['RCPT', '552 5.2.2 full', { kind: 'postponed', fault: '552 5.2.2 (RCPT TO)' }],
  ['RCPT', '550 5.2.3 too long', { kind: 'postponed' }],
  ['RCPT', '550 5.7.1 not from you', { kind: 'postponed', fault: '550 5.7.1 (RCPT TO)' }],
  ['RCPT', '450 4.1.1 not now', { kind: 'postponed', fault: '450 4.1.1 (RCPT TO)' }],
  ['RCPT', '451 come back', { kind: 'postponed', fault: '451 (RCPT TO)' }],
  ['DATA', '554 5.1.1 said too late', { kind: 'postponed', fault: '554 5.1.1 (DATA)' }],
  // The service is about to close, or wants nothing from this sender.
  ['RCPT', '421 4.3.2 closing', { kind: 'unavailable', had: 'nothing' }],
  ['MAIL', '550 5.7.1 unknown sender', { kind: 'unavailable', had: 'nothing' }],
])('whose fault an answer is: to %s "%s"', async (step, words, outcome) => {
  expect(await serviceThatSays(new RegExp(`^${step}`), words)).toMatchObject(outcome);
});

it('an address that no mail can be sent to is the fault of the letter, and the service is not even asked', async () => {
  const mail = transport();
  expect(await mail.send({ ...anyMail, to: '' })).toMatchObject({ kind: 'refused' });
  mail.close();
});

it('a letter says where an answer goes, and asks for no automatic one', async () => {
  const slow = await slowService();
  const sender = slow.sender(60_000);
  const sending = sender.send({ ...anyMail, text: 'x' });
  await vi.waitFor(() => expect(slow.taken).toHaveLength(1), 30_000);
  slow.answer();
  await sending;
  expect(slow.taken[0]).toMatch(/^Reply-To: s@example\.com\r$/m);
  expect(slow.taken[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  sender.close();
  slow.close();
});

it('says whether the service is ready, with codes only', async () => {
  expect(await transport().verify()).toBeNull();
  expect(await transport({ password: 'wrong' }).verify()).toBe('535 5.7.8 (signing in was refused)');
  expect(await transport({ port: 9 }).verify()).toMatch(/^E/);
});

it.each([
  [
    'no TLS at the port of smtps://',
    'secure',
    null,
    /^ERR_SSL_WRONG_VERSION_NUMBER \(.*smtp:\/\/ is for STARTTLS/,
  ],
  ['no STARTTLS', 'required', null, /^500 \(it offers no STARTTLS/],
  // The alert protocol_version, as OpenSSL's servers that speak TLS 1.1 at most send it.
  ['TLS that is too old', 'secure', [0x15, 3, 2, 0, 2, 2, 70], /\(its TLS is older than 1\.2\)$/],
] as const)('says what is in the way of a connection: %s', async (_, tls, alert, expected) => {
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.from(alert ?? []))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: alertPort } = server.address() as { port: number };
  const mail = createSmtpTransport({
    ...{ host: '127.0.0.1', port: alert === null ? port : alertPort, tls, login: null },
    from: { name: '', address: 'shop@example.com' },
  });
  expect(await mail.verify()).toMatch(expected);
  mail.close();
  server.close();
});

it('says what is in the way of a connection: nothing listens', async () => {
  expect(await transport({ port: 9 }).verify()).toBe('ECONNREFUSED (nothing answers at this host and port)');
});
