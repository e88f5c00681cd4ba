// Security headers: content security policy (CSP), HSTS, permissions policy and the rest of helmet's set.

import type { ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { patternOf, reportCspViolations } from '#shared/endpoints.ts';
import { site } from '#shared/site.ts';

/** Alternating names and values, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** The security headers, including the CSP: the same for every answer, so made once at start. */
export interface SecurityHeaders {
  /** For everything that a browser could open as a document, and whenever in doubt. */
  document: HeaderList;
  /**
   * For scripts, styles, fonts, pictures and sounds, and for answers to a bearer token, which no navigation requests. The
   * other headers are policies of documents and have no effect there.
   */
  resource: HeaderList;
}

/** The name of the report endpoint in the policy and in `Reporting-Endpoints`. */
const reportGroup = 'csp';
const reportPath = patternOf(reportCspViolations);

/** Device features that pages may use: the orientation sensors for the listener's head, and full-screen video. */
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

/** The style directive: only the site's own files. */
const ownStyles = "style-src 'self'";

/** Headers that have an effect on answers that are no documents. */
const resourceHeaders = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]);

/**
 * The headers that helmet sends by default, made stricter; a test compares the two.
 * @param script the hash of the script that is inlined in pages: `sha256-…`; none if there is no such script
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
    // Not even to the site itself: the URL of an order's page contains its id, and proxies log the referrer.
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
 * The CSP starts from `'none'`: every external origin comes from the configuration, and the only inline scripts and
 * styles are those of the build, by hash.
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
    // Browsers take endpoints from https only, but once a policy has `report-to`, they ignore `report-uri`.
    ...(https ? [`report-to ${reportGroup}`, 'upgrade-insecure-requests'] : []),
  ].join(';');
}

/** The same headers for a page that tells no other site, nor this one, its address. */
export const withoutReferrer = (headers: SecurityHeaders): SecurityHeaders =>
  withChanged(headers, 'referrer-policy', () => 'no-referrer');

/** The same headers for a file that pages of other sites may show. */
export const withUseElsewhere = (headers: SecurityHeaders): SecurityHeaders =>
  withChanged(headers, 'cross-origin-resource-policy', () => 'cross-origin');

/** The same headers for a page with an inline style. @param hash of that style: `sha256-…` */
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

/** Sets a list of headers on a response that is built step by step. */
export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
