// Handlers of calls about the site itself: health, readiness, public config, OpenAPI, security.txt, app links.

import type { Config } from '#server/config.ts';
import { dayMs } from '#server/moments.ts';
import { Refusal } from '#server/refusal.ts';
import type { Endpoint } from '#shared/api/calls.ts';
import type { PublicConfig } from '#shared/api/config.ts';
import * as endpoints from '#shared/endpoints.ts';
import { paths } from '#shared/routes.ts';
import { type CachedFile, cacheFile, sendFile } from '../cached-file.ts';
import type { Handlers } from '../mount-calls.ts';
import { openapiDocument } from '../openapi.ts';
import { productList } from '../product-list.ts';
import { type ContextResponse, setServerTiming } from '../request-context.ts';
import type { Services } from '../services.ts';

const jsonHeaders = ['content-type', 'application/json; charset=utf-8'];

/** The calls about the site itself: health and readiness, public settings, its API, the contact for vulnerabilities. */
export function siteCalls({ ledger, readiness, config, clock }: Services) {
  const publicConfig = publicConfigOf(config);
  let document: CachedFile | undefined;
  return {
    [endpoints.readHealth]({ response }) {
      isAskedOften(response, endpoints.readHealth);
      // A proxy that notices in time sends no requests on connections that are about to close.
      if (readiness.isStopping()) throw new Refusal('service_unavailable', 'The site is stopping.');
      return { status: 'ok' };
    },
    async [endpoints.readReadiness]({ response }) {
      isAskedOften(response, endpoints.readReadiness);
      const [obstacle] = readiness.obstacles();
      if (obstacle !== undefined) throw new Refusal('service_unavailable', obstacle);
      try {
        await ledger.ping();
      } catch (error) {
        response.locals.log.error({ err: error }, 'the database does not answer');
        throw new Refusal('service_unavailable', 'The database does not answer.');
      }
      return { status: 'ready' };
    },
    [endpoints.readConfig]: () => publicConfig,
    [endpoints.listProducts]: () => productList(config.publicUrl, clock()),
    [endpoints.readOpenApi]({ request, response }) {
      document ??= cacheFile(
        Buffer.from(JSON.stringify(openapiDocument(config))),
        jsonHeaders,
        'on first use',
      );
      sendFile(request, response, document);
    },
    [endpoints.readAppleAppSiteAssociation]() {
      if (config.apps.ios.length === 0) throw noApp();
      return appleAppSiteAssociation(config.apps.ios);
    },
    [endpoints.readAssetLinks]() {
      if (config.apps.android.length === 0) throw noApp();
      return assetLinks(config.apps.android);
    },
    [endpoints.changePassword]({ response }) {
      setServerTiming(response);
      response.redirect(302, paths.forgotPassword());
    },
    [endpoints.readSecurityTxt]({ response }) {
      setServerTiming(response);
      response.type('text/plain').send(securityTxt(config, clock()));
    },
  } satisfies Partial<Handlers>;
}

/**
 * A proxy asks whether the site is well five times a second. Logged, its good answers would be 100 MB a day, and push all other
 * lines out of the 50 MB that compose keeps.
 */
function isAskedOften(response: ContextResponse, endpoint: Endpoint): void {
  response.locals.quietRoute = endpoints.patternOf(endpoint);
}

/** The part of the configuration that the client gets. */
export function publicConfigOf(config: Config): PublicConfig {
  const { userPoolId, clientId, endpoint, authenticator, authenticatorRequired } = config.identity;
  const { passkeys, mailedCodes } = config.identity;
  return {
    publicUrl: config.publicUrl,
    testPayments: config.stripe.testMode,
    identity: {
      userPoolId,
      clientId,
      endpoint,
      authenticator,
      passkeys,
      mailedCodes,
      ...(authenticatorRequired && { authenticatorRequired }),
    },
    writesMail: config.mail !== null,
    app: { androidPackage: config.apps.android[0]?.package ?? null, iosScheme: config.apps.iosScheme },
    webVitalsPath: config.collectsWebVitals ? endpoints.patternOf(endpoints.reportWebVitals) : null,
    newsletterFormUrl: config.newsletterFormUrl,
    facts: config.facts,
  };
}

const noApp = () => new Refusal('not_found', 'No app is set to open links of this site.');

/**
 * Claim links open in the app; the app offers the site's passwords and passkeys
 * (developer.apple.com/documentation/xcode/supporting-associated-domains).
 */
function appleAppSiteAssociation(appIDs: readonly string[]) {
  const components = [{ '/': paths.open('*'), comment: 'Claim links' }];
  return { applinks: { details: [{ appIDs, components }] }, webcredentials: { apps: appIDs } };
}

/** Android hands a link of the site to the app, whose manifest says which ones it opens. */
const opensLinks = 'delegate_permission/common.handle_all_urls';
/** The app offers the passwords and passkeys of the site, as on iOS. */
const sharesCredentials = 'delegate_permission/common.get_login_creds';

/** The statements of the site about its Android apps (developers.google.com/digital-asset-links/v1/statements). */
function assetLinks(apps: Config['apps']['android']) {
  return apps.map(({ package: name, fingerprints }) => ({
    relation: [opensLinks, sharesCredentials],
    target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints },
  }));
}

/** RFC 9116 section 2.5.5 recommends less than a year. */
const validDays = 180;

/** The text of security.txt (RFC 9116). Its expiry date moves on every day. */
function securityTxt({ publicUrl, facts }: Config, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return [
    `Contact: mailto:${facts.email.security}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    'Preferred-Languages: en, sv',
    `Canonical: ${publicUrl}${endpoints.patternOf(endpoints.readSecurityTxt)}`,
    '',
  ].join('\n');
}
