// Security headers: content security policy (CSP), HSTS, permissions policy and the rest of helmet's set.

import type { ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { patternOf, reportCspViolations } from '#shared/endpoints.ts';
import { site } from '#shared/site.ts';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** The security headers, the content security policy among them: the same for every answer, so made once at start. */
export interface SecurityHeaders {
  /** Of everything that a browser could open as a document of its own, and of all that is not sure to be none. */
  document: HeaderList;
  /**
   * Of scripts, styles, fonts, pictures and sounds, and of answers to a bearer token or to the payment provider's
   * events, which no navigation carries. The others are policies of documents and mean nothing there.
   */
  resource: HeaderList;
}

/** The name of the report endpoint in the policy and in `Reporting-Endpoints`. */
const reportGroup = 'csp';
const reportPath = patternOf(reportCspViolations);

/** What pages may ask the device for: the way the listener's head turns, and a video in full screen. */
const permissionsPolicy = [
  'accelerometer=(self)',
  'gyroscope=(self)',
  `fullscreen=(self "${site.videoHost}")`,
  'camera=()',
  'geolocation=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ');

/** The directive for styles, of files of the site alone. */
const ownStyles = "style-src 'self'";

/** Headers that mean something on an answer that is no document. */
const resourceHeaders = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]);

/**
 * The set that the package helmet sends by default, made stricter; a test holds the two together.
 * @param script the hash of the script that stands in the pages themselves: `sha256-…`; none where there is no such script
 */
export function securityHeaders(config: Config, script?: string): SecurityHeaders {
  const https = config.publicUrl.startsWith('https:');
  const headers = Object.entries({
    'permissions-policy': permissionsPolicy,
    ...(https && { 'reporting-endpoints': `${reportGroup}="${reportPath}"` }),
    'content-security-policy': contentSecurityPolicy(config, script, https),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Not even to our own: the address of an order's page holds its id, and proxies keep logs of what pages ask for.
    'referrer-policy': 'strict-origin',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
  return {
    document: headers.flat(),
    resource: headers.filter(([name]) => resourceHeaders.has(name)).flat(),
  };
}

/**
 * The policy starts from nothing: every outside origin is one from the configuration, and no scripts or styles may stand
 * in a page but the very texts that the build has put there.
 */
function contentSecurityPolicy(
  { identity, newsletterFormUrl }: Config,
  script: string | undefined,
  https: boolean,
): string {
  const newsletter = newsletterFormUrl === null ? '' : ` ${new URL(newsletterFormUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${script === undefined ? '' : ` '${script}'`}`,
    ownStyles,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${identity.origin}`,
    `frame-src ${site.videoHost}${newsletter}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one policy is client/shell/trusted-types.ts; every text that becomes HTML goes through it.
    'trusted-types default',
    `report-uri ${reportPath}`,
    // Browsers take endpoints from https only, but once a policy names one, they no longer look at the old address.
    ...(https ? [`report-to ${reportGroup}`, 'upgrade-insecure-requests'] : []),
  ].join(';');
}

/** The same headers with another referrer policy. */
export const withReferrerPolicy = (headers: SecurityHeaders, policy: string): SecurityHeaders =>
  withChanged(headers, 'referrer-policy', () => policy);

/**
 * The same headers for a page that holds a style itself.
 * @param hash of that style: `sha256-…`
 */
export const withInlineStyle = (headers: SecurityHeaders, hash: string): SecurityHeaders =>
  withChanged(headers, 'content-security-policy', (policy) =>
    policy.replace(ownStyles, `${ownStyles} '${hash}'`),
  );

function withChanged(
  headers: SecurityHeaders,
  name: string,
  change: (value: string) => string,
): SecurityHeaders {
  const changed = (list: HeaderList) =>
    list.map((text, index) => (list[index - 1] === name ? change(text) : text));
  return { document: changed(headers.document), resource: changed(headers.resource) };
}

/** Sets a list of headers on an answer that is put together bit by bit. */
export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
