import type { ErrorCode } from '#shared/api/errors.ts';

/** The server's code, or what the browser noticed itself: no answer at all, or one that makes no sense. */
export type ApiProblemCode = ErrorCode | 'network' | 'bad_answer';

interface ApiProblemDetails {
  code: ApiProblemCode;
  /** HTTP status, 0 when there was no answer. */
  status: number;
  /** Seconds to wait before the next try, where the server says so. */
  retryAfterSeconds?: number | undefined;
  /** Which field of the request is meant, as a dotted path. */
  field?: string | undefined;
  cause?: unknown;
}

/** A call that did not succeed. It carries codes; the screens own the words. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode;
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly field?: string;

  constructor(details: ApiProblemDetails) {
    super(`${details.code} (${details.status})`, { cause: details.cause });
    this.name = 'ApiProblem';
    this.code = details.code;
    this.status = details.status;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
    if (details.field !== undefined) this.field = details.field;
  }
}

/**
 * Whether the failure says nothing about the person: the network or a server is down. Nobody is signed out for it, and
 * trying again later is the right advice.
 */
export function isPassingFailure(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'network' || error.status >= 500);
}

/** Whether the server does not know who asks: the token is missing, expired or revoked. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
