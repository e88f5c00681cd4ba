import { badAnswer, type CallOptions, call, isRecord } from '#client/api/http.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { withFreshToken } from '#client/auth/account.ts';
import type { AnswerOf, Endpoint } from '#shared/api/calls.ts';
import type { NewCodeBatchRequest, RefundRequest, RevocationRequest } from '#shared/api/operator.ts';
import * as endpoints from '#shared/endpoints.ts';

/**
 * One call of the operator's page. The site's own server answers it, of the same version as this page.
 * @throws {ApiProblem} `forbidden` outside the group, `sign_in_too_old` after twelve hours, `second_factor_needed`, `not_found` when the page is switched off
 */
async function ask<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<AnswerOf<E>> {
  const { body, status } = await withFreshToken(({ idToken }) => call(endpoint, { ...options, idToken }));
  if (!isRecord(body)) throw badAnswer(status);
  return body as AnswerOf<E>;
}

/** Sales and redemptions between two days, both included, and what waits for a decision. Amounts in öre. */
export const fetchFigures = (query: { since: string; until: string }, signal?: AbortSignal) =>
  ask(endpoints.operatorFigures, { query, signal });

/** The books between two days, both included, as the files that they are saved as. */
export const fetchBooks = (query: { since: string; until: string }) =>
  ask(endpoints.operatorBooks, { query });

export const searchOrders = (query: string) => ask(endpoints.operatorOrders, { query: { query } });

export const fetchOrderDetails = (id: string) => ask(endpoints.operatorOrder, { parameters: { id } });

/** @throws {ApiProblem} `refund_not_possible` when it went back already, or is with the buyer's bank */
export const refundOrder = (id: string, body: RefundRequest) =>
  ask(endpoints.operatorRefund, { parameters: { id }, body });

export const fetchBatches = (signal?: AbortSignal) => ask(endpoints.operatorCodeBatches, { signal });

/** @throws {ApiProblem} `invalid_request` with the field that is not right */
export const makeBatch = (body: NewCodeBatchRequest) => ask(endpoints.operatorNewCodeBatch, { body });

export const fetchCodeTable = (id: number) => ask(endpoints.operatorCodeTable, { parameters: { id } });

export const setBatchRevoked = (id: number, body: RevocationRequest) =>
  ask(endpoints.operatorRevocation, { parameters: { id }, body });

export const fetchMail = (signal?: AbortSignal) => ask(endpoints.operatorMail, { signal });

export const fetchActions = (signal?: AbortSignal) => ask(endpoints.operatorActions, { signal });

/** What went wrong, in words that say what to do. */
export function operatorFault(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Something went wrong on this page. Load it again.';
  switch (error.code) {
    case 'network':
      return 'There was no answer. Check your connection, then try again.';
    case 'too_many_requests':
      return `That was many calls in a short time. Try again in ${waitText(error.retryAfterSeconds)}.`;
    case 'unauthorized':
      return 'You have been signed out. Sign in again.';
    case 'forbidden':
      return "Your account is not in the operators' group. Whoever runs the user pool can add it; sign in again afterwards.";
    case 'sign_in_too_old':
      return 'Behind the counter a sign-in counts for twelve hours. Sign in again to go on.';
    case 'second_factor_needed':
      return 'Behind the counter your account needs a second factor. Open your account page and set up an authenticator app under “Two-step sign-in”, then load this page again.';
    case 'not_found':
      return "There is nothing here: the operator's page is switched off (OPERATOR_GROUP), or what you asked for is gone.";
    case 'refund_not_possible':
      return 'This money cannot be given back: it went back already, or the bank is looking into it. Load the page again.';
    case 'invalid_request':
      return 'Something in the form is not right. Check what is marked.';
    default:
      return "The shop's server could not do it now. Try again in a moment.";
  }
}
