// The headers of answers, as the OpenAPI document describes them.

import type { Contract } from '#shared/api/contract.ts';

const text = { type: 'string' };

/** Every header that an answer of the API may carry and a caller may want, by the name of its component. */
export const componentHeaders = {
  RequestId: { description: 'Names this request in the shop’s log: quote it to support.', schema: text },
  ETag: { description: 'The entity tag of this content, weak.', schema: text },
  CacheControl: { description: 'How long the answer may be kept, and by whom.', schema: text },
  RetryAfter: { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } },
  Authenticate: { description: '`Bearer`: sign in again, or refresh the id token.', schema: text },
  Allow: { description: 'The methods that this path has.', schema: text },
  RateLimit: { description: 'What is left of each limit, and for how many seconds.', schema: text },
  RateLimitPolicy: { description: 'Each limit: how many calls in how many seconds.', schema: text },
} as const;

const wireNames = {
  RequestId: 'X-Request-Id',
  ETag: 'ETag',
  CacheControl: 'Cache-Control',
  RetryAfter: 'Retry-After',
  Authenticate: 'WWW-Authenticate',
  Allow: 'Allow',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
} as const satisfies Record<keyof typeof componentHeaders, string>;

/** The headers of an answer with this status. */
export function answerHeaders(status: number, contract: Contract): object {
  const { limitByAddress, limitByAccount, polled, problems = [], answer } = contract;
  const isLimited =
    (limitByAddress ?? limitByAccount) !== undefined || problems.includes('too_many_requests');
  const found: Record<keyof typeof componentHeaders, boolean> = {
    RequestId: true,
    ETag: status < 400 && (polled === true || answer === 'raw'),
    CacheControl: true,
    RetryAfter: status === 429 || status === 503,
    Authenticate: status === 401,
    Allow: status === 405,
    RateLimit: isLimited && (status === 200 || status === 429),
    RateLimitPolicy: isLimited && (status === 200 || status === 429),
  };
  const names = Object.keys(found) as (keyof typeof found)[];
  return Object.fromEntries(
    names
      .filter((name) => found[name])
      .map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]),
  );
}
