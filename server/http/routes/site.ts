// Handlers of what the site says of itself: health, readiness, public config, OpenAPI, security.txt.

import type { Config } from '#server/config.ts';
import { Refusal } from '#server/refusal.ts';
import type { PublicConfig } from '#shared/api/config.ts';
import * as endpoints from '#shared/endpoints.ts';
import type { HandlersOf } from '../mount-calls.ts';
import { openapiDocument } from '../openapi.ts';
import { setServerTiming } from '../request-context.ts';
import type { Services } from '../services.ts';

type SiteCalls =
  | typeof endpoints.readHealth
  | typeof endpoints.readReadiness
  | typeof endpoints.readConfig
  | typeof endpoints.readOpenApi
  | typeof endpoints.readSecurityTxt;

/** What the site says of itself: health and readiness, public settings, its API, whom to tell about a weakness. */
export function siteCalls({ ledger, readiness, config, clock }: Services): HandlersOf<SiteCalls> {
  const publicConfig = publicConfigOf(config);
  let document: ReturnType<typeof openapiDocument> | undefined;
  return {
    [endpoints.readHealth]: () => ({ status: 'ok' }),
    async [endpoints.readReadiness]({ response }) {
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
    [endpoints.readOpenApi]() {
      document ??= openapiDocument();
      return document;
    },
    [endpoints.readSecurityTxt]({ response }) {
      setServerTiming(response);
      response.type('text/plain').send(securityTxt(config, clock()));
    },
  };
}

/** The part of the configuration that pages may know. */
export function publicConfigOf(config: Config): PublicConfig {
  const { userPoolId, clientId, endpoint, authenticator } = config.identity;
  return {
    publicUrl: config.publicUrl,
    testPayments: config.stripe.testMode,
    identity: { userPoolId, clientId, endpoint, authenticator },
    writesMail: config.mail !== null,
    newsletterFormUrl: config.newsletterFormUrl,
    facts: config.facts,
  };
}

/** RFC 9116 section 2.5.5 recommends less than a year. */
const validDays = 180;
const dayMs = 24 * 60 * 60 * 1000;

/** The text of security.txt (RFC 9116). It says anew each day until when it holds. */
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
