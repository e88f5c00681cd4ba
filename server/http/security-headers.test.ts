import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import helmet from 'helmet';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { securityHeaders, withInlineStyle } from './security-headers.ts';

let server: Server;
afterEach(() => void server.close());

const configOf = (publicUrl: string) =>
  readConfig({
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'sk_test_shop',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
    COGNITO_USER_POOL_ID: 'eu-north-1_TestPool1',
    COGNITO_CLIENT_ID: 'testwebclient',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
    NEWSLETTER_FORM_URL: 'https://letters.example.com/form',
  });

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
  server = app.listen(0, '127.0.0.1');
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
  const ours = Object.fromEntries(
    document.flatMap((name, at) => (at % 2 === 0 ? [[name, document[at + 1]]] : [])),
  );
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
