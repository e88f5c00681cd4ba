// The error handler: every error becomes one problem answer (RFC 9457).

import type { ErrorRequestHandler } from 'express';
import { DeletionNoted } from '#server/accounts/erase-account.ts';
import { InvalidWebhookEvent, PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { isPassingFault } from '#server/ledger/ledger.ts';
import { Refusal } from '#server/refusal.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { sendAtMost, sendProblem } from './problem.ts';

/** The body parsers' names of errors (`error.type`). */
const parserErrors: Record<string, readonly [ErrorCode, string]> = {
  'encoding.unsupported': ['unsupported_media_type', 'Send the body without compression.'],
  'request.size.invalid': ['invalid_request', 'The body is not as long as its content-length says.'],
  'request.aborted': ['invalid_request', 'The request ended early.'],
};

/**
 * A webhook event could not be recorded. Whatever the reason, the answer is 500, so that the provider delivers it again
 * by itself.
 */
export class EventNotRecorded extends Error {
  override name = 'EventNotRecorded';
}

const ours = ['internal_error', 'Try again. If it happens again, tell us the request id.'] as const;

/** The last middleware: turns every error into a problem answer, and logs server errors. */
export const answerErrors: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const { log } = response.locals;
  // The intake dropped this request while its body was arriving (body-intake.ts): that it ended early is expected.
  if (response.writableEnded) return;
  if (response.headersSent) {
    // Not passed on: Express would print the whole error, with whatever a library has attached to it.
    log.error({ err: error }, 'an answer broke off');
    response.destroy();
    return;
  }
  if (error instanceof Refusal) {
    sendProblem(response, error.code, error.message, error.field);
    return;
  }
  const [code, detail] = classify(error);
  if (code === 'internal_error') log.error({ err: error }, 'request failed');
  else if (error instanceof InvalidWebhookEvent) log.warn({ err: error }, 'a signed event was refused');
  else if (code.endsWith('_unavailable') || error instanceof DeletionNoted)
    log.warn({ err: error }, 'a service does not answer');
  sendProblem(response, code, detail);
};

function classify(error: unknown): readonly [ErrorCode, string] {
  if (error instanceof PaymentProviderUnavailable) {
    return ['payment_provider_unavailable', 'Nothing was charged. Send the same request again in a moment.'];
  }
  if (error instanceof DeletionNoted) {
    return [
      'deletion_noted',
      'The account is deleted as soon as the identity service answers. Nothing is left to do.',
    ];
  }
  if (error instanceof IdentityProviderUnavailable) {
    return ['identity_provider_unavailable', 'You are still signed in. Try again in a moment.'];
  }
  if (error instanceof InvalidWebhookEvent) return ['invalid_request', error.message];
  if (error instanceof EventNotRecorded) return ours;
  // A full or broken disk is an error of ours, and is logged as such.
  if (isPassingFault(error)) {
    return ['service_unavailable', 'The database is busy. Send the same request again in a moment.'];
  }
  const { type, status, limit } = error as Record<string, unknown>;
  if (type === 'entity.too.large') return ['body_too_large', sendAtMost(Number(limit))];
  const known = parserErrors[String(type)];
  if (known) return known;
  if (status === 412) {
    return ['precondition_failed', 'The file is another one by now. Ask for the whole of it.'];
  }
  if (status === 416) return ['range_not_satisfiable', 'Ask for a range within the file.'];
  // Express throws 400s of its own, for example for a path with a broken percent sign.
  if (status === 400) return ['invalid_request', 'The address or a header is malformed.'];
  return ours;
}
