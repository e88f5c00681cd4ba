// Refusals: errors that a caller can do something about.

import type { ErrorCode } from '#shared/api/errors.ts';

/** A request that a use case refuses. It becomes a problem answer; `detail` says what to do about it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The field of the request that is meant, as a dotted path. */
  readonly field: string | undefined;
  constructor(code: ErrorCode, detail: string, field?: string) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}
