// The answer of a problem (RFC 9457).

import type { Response } from 'express';
import { type ErrorCode, type Problem, problemTypes } from '#shared/api/errors.ts';
import { setServerTiming } from './request-context.ts';

/** The detail of `body_too_large`. @param mostBytes the limit, in bytes */
export const sendAtMost = (mostBytes: number) => `Send at most ${mostBytes / 1024} KiB.`;

/** The default `Retry-After` of a 503. */
const retryAfterSeconds = '5';

/** Answers with problem details (RFC 9457). `detail` says what to do, and must contain nothing personal. */
export function sendProblem(response: Response, code: ErrorCode, detail?: string, field?: string): void {
  const [status, title] = problemTypes[code];
  response.locals.problem = code;
  setServerTiming(response);
  if (status === 401) response.set('www-authenticate', 'Bearer');
  if (status === 503 && !response.hasHeader('retry-after')) response.set('retry-after', retryAfterSeconds);
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code,
    ...(detail !== undefined && { detail }),
    ...(field !== undefined && { field }),
    requestId: response.locals.requestId,
  };
  response
    .status(status)
    .set('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
