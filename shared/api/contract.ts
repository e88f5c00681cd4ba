// What the contract of an API call says: who may, bodies, problems, rate limits, load class.

import type { z } from 'zod';
import { methodOf } from '../endpoints.ts';
import type { ErrorCode } from './errors.ts';

/** What the contract of a call of the API can say; `calls.ts` holds them all. */

/**
 * Who may call. `account`: a bearer id token, or without one the browser session's cookie. `bearer`: the token only.
 * `operator`: a token that names the operators' group. `guest-or-account`: also nobody, but no token that is not good.
 */
export type Who = 'anybody' | 'guest-or-account' | 'account' | 'bearer' | 'operator';

/**
 * How a call fares under load shedding, first refused first: figures that nobody waits for, calls that wait for the payment
 * provider, all others, webhooks; health never is.
 */
export type LoadClass = 'telemetry' | 'provider' | 'standard' | 'webhook' | 'health';

export type AddressPolicy =
  | 'checkout'
  | 'session'
  | 'orders'
  | 'withdrawals'
  | 'corrections'
  | 'claims'
  | 'web-vitals';
export type AccountPolicy = 'checkout-account' | 'session-account' | 'orders-account';

/** How a body is read where it is no JSON of the usual size. */
export interface BodyRule {
  /** Media types that are parsed as JSON, or `raw` for the bytes as they came. */
  types: readonly string[] | 'raw';
  largestBytes: number;
}

/** The contract of one call: routes, checks, limits, the OpenAPI document and the client's functions are made from it. */
export interface Contract {
  summary: string;
  who: Who;
  /** The JSON body. */
  request?: z.ZodType;
  /** Set when the body is not `application/json` of at most 64 KiB. */
  body?: BodyRule;
  /** Request headers that are looked at. */
  headers?: Readonly<Record<string, z.ZodType>>;
  /** The schema of the 200 answer, `null` for 204, `raw` for a file or text that the handler writes itself. */
  answer: z.ZodType | 'raw' | null;
  /** What it can answer besides what {@link problemsOfContract} adds for every call of its kind. */
  problems?: readonly ErrorCode[];
  limitByAddress?: AddressPolicy;
  limitByAccount?: AccountPolicy;
  load?: LoadClass;
  /** The session's cookie is read and set; the request must come from the site's own pages. */
  ownsSession?: boolean;
  /** The request must come from the site's own pages: what counts is a cookie that is no session's. */
  ownPagesOnly?: boolean;
  /** Cache-Control of the answer where it is not `no-store`; `null` for none. */
  cacheControl?: string | null;
  /** Asked all day: the answer carries an entity tag, is 304 when nothing changed, and is counted but not logged. */
  polled?: boolean;
  /** Only looked up, and often: counted when answered, and logged only when it fails. */
  lookedUp?: boolean;
  /** Left out of the OpenAPI document: not for the web client or the mobile app. */
  unlisted?: boolean;
}

/** Every problem that a call can answer with: its own, and those that come with what its contract asks for. */
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
    invalid_request: reads || headers !== undefined,
    body_too_large: reads,
    unsupported_media_type: reads,
    unauthorized: who !== 'anybody',
    identity_provider_unavailable: who !== 'anybody',
    forbidden: who === 'operator',
    sign_in_too_old: who === 'operator',
    second_factor_needed: who === 'operator',
    // The cookie alone must not change anything for another site's page.
    cross_site_request:
      ownsSession || ownPagesOnly || (changes && (who === 'account' || who === 'guest-or-account')),
    too_many_requests: (limits.limitByAddress ?? limits.limitByAccount) !== undefined,
    service_unavailable: true,
    internal_error: true,
  };
  const codes = Object.keys(implied) as ErrorCode[];
  return [...new Set([...problems, ...codes.filter((code) => implied[code])])];
}
