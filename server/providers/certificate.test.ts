import { createServer as createPlainServer } from 'node:net';
import { createServer, type Server as TlsServer } from 'node:tls';
// The library of certificates needs it.
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { afterEach, expect, it } from 'vitest';
import { certificateOf } from './certificate.ts';

const timeoutMs = 5000;
let server: { close(): unknown } | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** Something that speaks TLS with a certificate that nobody vouches for. @returns its address */
async function speaksTls(notBefore: Date, notAfter: Date): Promise<string> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=localhost', keys, notBefore, notAfter },
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
  return addressOf(createServer({ key: pem, cert: certificate.toString('pem') }, (socket) => socket.end()));
}

async function addressOf(listening: TlsServer | ReturnType<typeof createPlainServer>): Promise<string> {
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return `https://localhost:${typeof address === 'object' ? address?.port : ''}`;
}

it('A certificate has its days, whoever vouches for it, and whether it has ended or not', async () => {
  const [from, to] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-04-02T03:04:04Z')];
  expect(await certificateOf(await speaksTls(from, to), timeoutMs)).toEqual({ from, to });
});

it('An address without TLS has none, and is not asked', async () => {
  expect(await certificateOf('http://nobody.invalid:1', timeoutMs)).toBeNull();
});

it('Whoever does not speak TLS, or says nothing, or is not there, shows no certificate', async () => {
  const rude = createPlainServer((socket) => socket.on('error', () => undefined).end('220 mail\r\n'));
  await expect(certificateOf(await addressOf(rude), timeoutMs)).rejects.toThrow(/SSL|TLS|wrong version/i);
  rude.close();
  const silent = createPlainServer();
  await expect(certificateOf(await addressOf(silent), 50)).rejects.toThrow(/abort/i);
  silent.close();
  await expect(certificateOf('https://localhost:1', timeoutMs)).rejects.toThrow(/ECONNREFUSED|connect/);
});
