// The type of an API call's contract: who may call, bodies, problems, rate limits, load class.

import type { z } from 'zod';
import { methodOf } from '../endpoints.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `account`: a bearer id token, or without one the session cookie. `bearer`: the token only. `operator`: a
 * token that names the operators' group. `guest-or-account`: also anonymous, but not with an invalid token.
 */
export type Who = 'anybody' | 'guest-or-account' | 'account' | 'bearer' | 'operator';

/**
 * The priority of a call under load shedding, first refused first: Web Vitals, calls that wait for the payment provider,
 * all others, webhooks; health checks are never refused.
 */
export type LoadClass = 'telemetry' | 'provider' | 'standard' | 'webhook' | 'health';

export type AddressPolicy =
  | 'checkout'
  | 'checkout-burst'
  | 'session'
  | 'orders'
  | 'withdrawals'
  | 'order-links'
  | 'corrections'
  | 'claims'
  | 'web-vitals';
export type AccountPolicy = 'checkout-account' | 'session-account' | 'orders-account';

/** How a body is read if it is not JSON of the usual size. */
export interface BodyRule {
  /** Media types that are parsed as JSON, or `raw` for the bytes as they came. */
  types: readonly string[] | 'raw';
  largestBytes: number;
}

/**
 * The contract of one call: routes, checks, limits, the OpenAPI document and the client's functions are made from it.
 * Unlisted calls, which are not for the web client or the mobile app, are left out of that document.
 */
export type Contract = Terms &
  ({ summary: string; unlisted?: undefined } | { unlisted: true; summary?: undefined });

interface Terms {
  who: Who;
  /** Also for the token of an account that was erased here: the call deletes its user at the identity service. */
  takesErased?: boolean;
  /** The JSON body. */
  request?: z.ZodType;
  /** Set when the body is not `application/json` of at most 64 KiB. */
  body?: BodyRule;
  /** Request headers that the handler reads. */
  headers?: Readonly<Record<string, z.ZodType>>;
  /** The schema of the 200 answer, `null` for 204, `raw` for a file or text that the handler writes itself. */
  answer: z.ZodType | 'raw' | null;
  /** Problems of its own, besides those that {@link problemsOfContract} adds for every call of its kind. */
  problems?: readonly ErrorCode[];
  limitByAddress?: AddressPolicy | readonly AddressPolicy[];
  limitByAccount?: AccountPolicy;
  load?: LoadClass;
  /** The session cookie is read and set; the request must come from the site's own pages (CSRF). */
  ownsSession?: boolean;
  /** The request must come from the site's own pages, because it relies on a cookie other than the session's. */
  ownPagesOnly?: boolean;
  /** Cache-Control of the answer if it is not `no-store`; `null` for none. */
  cacheControl?: string | null;
  /** Polled: the answer has an ETag, is 304 when nothing changed, and is counted but not logged. */
  polled?: boolean;
}

/** Every problem that a call can answer with: its own, and those that its contract implies. */
export function problemsOfContract(
  endpoint: string,
  {
    who,
    request,
    body,
    headers,
    problems = [],
    ownsSession = false,
    ownPagesOnly = false,
    ...limits
  }: Contract,
): ErrorCode[] {
  const reads = request !== undefined || body !== undefined;
  const changes = methodOf(endpoint) !== 'GET';
  const implied: Partial<Record<ErrorCode, boolean>> = {
    invalid_json: reads && body?.types !== 'raw',
    // A parameter in the path may be something that is no text (`%zz`).
    invalid_request: reads || headers !== undefined || endpoint.includes(':'),
    body_too_large: reads,
    body_too_slow: reads,
    unsupported_media_type: reads,
    unauthorized: who !== 'anybody',
    identity_provider_unavailable: who !== 'anybody',
    forbidden: who === 'operator',
    sign_in_too_old: who === 'operator',
    second_factor_needed: who === 'operator',
    // CSRF: the cookie alone must not let another site's page change anything.
    cross_site_request:
      ownsSession || ownPagesOnly || (changes && (who === 'account' || who === 'guest-or-account')),
    too_many_requests: (limits.limitByAddress ?? limits.limitByAccount) !== undefined,
    service_unavailable: true,
    internal_error: true,
  };
  const codes = Object.keys(implied) as ErrorCode[];
  return [...new Set([...problems, ...codes.filter((code) => implied[code])])];
}
