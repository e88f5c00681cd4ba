// Refusals: expected errors that the caller can do something about.

import type { ErrorCode } from '#shared/api/errors.ts';

/** A use case's refusal of a request. It becomes a problem answer; `detail` says what to do about it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The field of the request that caused it, as a dotted path. */
  readonly field: string | undefined;
  constructor(code: ErrorCode, detail: string, field?: string) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}
