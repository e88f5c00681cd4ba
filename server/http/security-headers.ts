import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';
import { site } from '#shared/site.ts';
import { cspReportPath } from './csp-reports.ts';

/** The name of the report endpoint in the policy and in `Reporting-Endpoints`. */
const reportGroup = 'csp';

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

/** Hashes of what stands in the pages themselves, as a policy writes them but for the quotes: `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * Helmet with a content security policy that starts from nothing: every outside origin is one from the configuration,
 * and no scripts or styles may stand in a page but the very texts that the build has put there.
 */
export function securityHeaders(config: Config, inline: InlineHashes): RequestHandler {
  const https = config.publicUrl.startsWith('https:');
  const frames = [
    site.videoHost,
    ...(config.newsletterFormUrl ? [new URL(config.newsletterFormUrl).origin] : []),
  ];
  const router = Router();
  router.use((_request, response, next) => {
    response.set('permissions-policy', permissionsPolicy);
    if (https) response.set('reporting-endpoints', `${reportGroup}="${cspReportPath}"`);
    next();
  });
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'", ...inline.scripts.map(quoted)],
          styleSrc: ["'self'", ...inline.styles.map(quoted)],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'"],
          mediaSrc: ["'self'"],
          manifestSrc: ["'self'"],
          connectSrc: ["'self'", config.identity.origin],
          frameSrc: frames,
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          requireTrustedTypesFor: ["'script'"],
          // The one policy is client/shell/trusted-types.ts; every text that becomes HTML goes through it.
          trustedTypes: ['default'],
          reportUri: [cspReportPath],
          // Browsers take endpoints from https only, but once a policy names one, they no longer look at the old address.
          ...(https && { reportTo: [reportGroup], upgradeInsecureRequests: [] }),
        },
      },
      strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  return router;
}

const quoted = (hash: string) => `'${hash}'`;
