import type { ErrorCode } from '#shared/api/errors.ts';

/**
 * The server's code; `network` when no answer came or the request did not get through; `bad_answer` when the answer does not match the
 * contract.
 */
export type ApiProblemCode = ErrorCode | 'network' | 'bad_answer';

interface ApiProblemDetails {
  code: ApiProblemCode;
  /** HTTP status, 0 when there was no answer. */
  status: number;
  /** Seconds to wait before retrying, if the server says so. */
  retryAfterSeconds?: number | undefined;
  /** The field of the request that caused it, as a dotted path. */
  field?: string | undefined;
  cause?: unknown;
}

/** A failed API call. It carries codes; the screens have the texts. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly field: string | undefined;

  constructor(details: ApiProblemDetails) {
    super(`${details.code} (${details.status})`, { cause: details.cause });
    this.name = 'ApiProblem';
    this.code = details.code;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.field = details.field;
  }
}

/**
 * Whether the failure is temporary: the network or a server is down. It says nothing about the person, so nobody is
 * signed out, and retrying later is the right advice.
 */
export function isPassingFailure(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'network' || error.status >= 500);
}

/** Whether the call was not authenticated: the token is missing, expired or revoked. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** Whether it is unknown after the failure if the change was made: no answer came, or none of the shop's own. */
export function isUnheard(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.code === 'bad_answer' || isPassingFailure(error);
}
