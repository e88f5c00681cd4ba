import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import helmet from 'helmet';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import {
  type HeaderList,
  securityHeaders,
  setHeaders,
  withInlineStyle,
  withoutReferrer,
} from './security-headers.ts';

const configOf = (publicUrl: string, over: NodeJS.ProcessEnv = {}) =>
  readConfig({
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'sk_test_shop',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
    COGNITO_USER_POOL_ID: 'eu-north-1_TestPool1',
    COGNITO_CLIENT_ID: 'testwebclient',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
    NEWSLETTER_FORM_URL: 'https://letters.example.com/form',
    ...over,
  });
const byName = (list: HeaderList) =>
  Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])));

/** What helmet sets by default, as a client receives it, but for the policy, which it does not know. */
async function helmetHeaders(https: boolean): Promise<Record<string, string>> {
  const app = express()
    .disable('x-powered-by')
    .use(
      helmet({
        contentSecurityPolicy: false,
        strictTransportSecurity: https && { maxAge: 63_072_000, includeSubDomains: true },
        referrerPolicy: { policy: 'strict-origin' },
        xFrameOptions: { action: 'deny' },
      }),
      (_request, response) => void response.status(204).end(),
    );
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}`);
  const ofTheConnection = new Set(['connection', 'date', 'keep-alive']);
  return Object.fromEntries([...headers].filter(([name]) => !ofTheConnection.has(name)));
}

it.each([
  ['https://shop.example.com', true],
  ['http://localhost:3000', false],
])('On %s the security headers are those of helmet, the policies of the site besides', async (url, https) => {
  const { document } = securityHeaders(configOf(url));
  const ours = byName(document);
  const policies = [
    'content-security-policy',
    'permissions-policy',
    ...(https ? ['reporting-endpoints'] : []),
  ];
  const standard = await helmetHeaders(https);
  expect(ours).toMatchObject(standard);
  expect(Object.keys(ours).toSorted()).toEqual([...Object.keys(standard), ...policies].toSorted());
});

it('The content security policy starts from nothing, and names hashes and outside origins', () => {
  const headers = securityHeaders(configOf('https://shop.example.com'), 'sha256-a');
  const { document } = withInlineStyle(headers, 'sha256-b');
  const policy = document[document.indexOf('content-security-policy') + 1];
  expect(policy?.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-a'",
    "style-src 'self' 'sha256-b'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self' https://cognito-idp.eu-north-1.amazonaws.com",
    'frame-src https://www.youtube-nocookie.com https://letters.example.com',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/csp-reports',
    'report-to csp',
    'upgrade-insecure-requests',
  ]);
});

it('Without a script, a newsletter and TLS the policy names none of them, and violations are reported the old way', () => {
  const { document } = securityHeaders(configOf('http://localhost:3000', { NEWSLETTER_FORM_URL: undefined }));
  const directives = byName(document)['content-security-policy']?.split(';');
  expect(directives).toContain("script-src 'self'");
  expect(directives).toContain("style-src 'self'");
  expect(directives).toContain('frame-src https://www.youtube-nocookie.com');
  expect(directives?.at(-1)).toBe('report-uri /api/csp-reports');
});

it('Pages may ask for the way a head turns and for a video in full screen, and for nothing else', () => {
  const headers = byName(securityHeaders(configOf('https://shop.example.com')).document);
  expect(headers['permissions-policy']?.split(', ')).toEqual([
    'accelerometer=(self)',
    'gyroscope=(self)',
    'fullscreen=(self "https://www.youtube-nocookie.com")',
    'camera=()',
    'geolocation=()',
    'microphone=()',
    'payment=()',
    'usb=()',
  ]);
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
});

it('What is no document carries the headers that mean something there, and browsers keep to TLS where there is any', () => {
  const always = {
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
  };
  const resourceOf = (publicUrl: string) => byName(securityHeaders(configOf(publicUrl)).resource);
  expect(resourceOf('http://localhost:3000')).toEqual(always);
  expect(resourceOf('https://shop.example.com')).toEqual({
    ...always,
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  });
});

it('Another referrer policy changes that header alone, in documents and in what is none', () => {
  const usual = securityHeaders(configOf('https://shop.example.com'));
  const changed = withoutReferrer(usual);
  for (const kind of ['document', 'resource'] as const)
    expect(byName(changed[kind])).toEqual({ ...byName(usual[kind]), 'referrer-policy': 'no-referrer' });
});

it('Headers are set in pairs', () => {
  const set: unknown[] = [];
  const response = { setHeader: (...pair: unknown[]) => set.push(pair) } as unknown as ServerResponse;
  setHeaders(response, ['a', '1', 'b', '2']);
  expect(set).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
});
