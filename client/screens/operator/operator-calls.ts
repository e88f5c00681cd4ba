import {
  badAnswer,
  type CallOptions,
  call,
  isRecord,
  problemFrom,
  refundTimeoutMs,
} from '#client/api/http.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { withFreshToken } from '#client/auth/account.ts';
import type { AnswerOf, Endpoint } from '#shared/api/calls.ts';
import type {
  CustomerCopyRequest,
  ErasureRequest,
  GrantRequest,
  SignOutRequest,
} from '#shared/api/customers.ts';
import type { ImportRequest } from '#shared/api/imports.ts';
import type { LettersRetry, ReasonedRequest } from '#shared/api/operator.ts';
import type {
  CodeRevocationRequest,
  NewCodeBatchRequest,
  RevocationRequest,
} from '#shared/api/operator-codes.ts';
import type {
  DecisionRequest,
  MoveRequest,
  RefundNamesRequest,
  RefundRequest,
} from '#shared/api/operator-orders.ts';
import * as endpoints from '#shared/endpoints.ts';
import { pathOf } from '#shared/endpoints.ts';

/**
 * A call of the operator's page. The server has the same version as this page.
 * @throws {ApiProblem} `forbidden` outside the group, `sign_in_too_old` after twelve hours, `second_factor_needed`,
 * `not_found` when the page is switched off
 */
async function ask<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<AnswerOf<E>> {
  const { body, status } = await withFreshToken(({ idToken }) => call(endpoint, { ...options, idToken }));
  if (!isRecord(body)) throw badAnswer(status);
  return body as AnswerOf<E>;
}

/** A call without a result. */
async function tell<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<void> {
  await withFreshToken(({ idToken }) => call(endpoint, { ...options, idToken }));
}

/** Time-out for calls that write in parts while the shop goes on selling, in milliseconds. */
const inPartsMs = 120_000;

/** Open questions, recent sales, and faults. */
export const fetchToday = (signal?: AbortSignal) =>
  ask(endpoints.operatorToday, { signal }).catch((error: unknown) => {
    throw error instanceof ApiProblem && error.code === 'not_found' ? new SwitchedOff() : error;
  });

/** The page does not exist while no group is configured. */
class SwitchedOff extends Error {}

/** Sales and redemptions between two days, both included; of the last days without any. Amounts in öre. */
export const fetchFigures = (query: { since: string; until: string } | undefined, signal?: AbortSignal) =>
  ask(endpoints.operatorFigures, { ...(query && { query }), signal });

/** The books between two days, both included, as CSV files. */
export const fetchBooks = (query: { since: string; until: string }) =>
  ask(endpoints.operatorBooks, { query });

export const searchOrders = (query: string) => ask(endpoints.operatorOrders, { body: { query } });

export const fetchOrderDetails = (id: string) => ask(endpoints.operatorOrder, { parameters: { id } });

/** @throws {ApiProblem} `refund_not_possible` when it was refunded already, or is disputed; `not_found` when its question is closed */
export const refundOrder = (id: string, body: RefundRequest) =>
  ask(endpoints.operatorRefund, { parameters: { id }, body, timeoutMs: refundTimeoutMs });

/** @throws {ApiProblem} `refund_not_possible` when the order has no such refund or product; `not_found` when its question is closed */
export const nameRefund = (id: string, body: RefundNamesRequest) =>
  ask(endpoints.operatorRefundNames, { parameters: { id }, body });

export const resendReceipt = (id: string) => ask(endpoints.operatorReceipt, { parameters: { id } });

/** @throws {ApiProblem} `invalid_email` */
export const moveOrder = (id: string, body: MoveRequest) =>
  ask(endpoints.operatorMove, { parameters: { id }, body });

export const resyncOrder = (id: string) => ask(endpoints.operatorResync, { parameters: { id } });

export const decide = (id: string, body: DecisionRequest) =>
  tell(endpoints.operatorDecision, { parameters: { id }, body });

export const fetchEvidence = (id: string) => ask(endpoints.operatorEvidence, { parameters: { id } });

export const fetchCustomer = (customer: string) => ask(endpoints.operatorCustomer, { body: { customer } });

export const copyCustomer = (body: CustomerCopyRequest) => ask(endpoints.operatorCustomerCopy, { body });

export const signOutCustomer = (body: SignOutRequest) => ask(endpoints.operatorSignOut, { body });

/** @returns `null` when nothing is known of them any more, as after a try whose answer was lost */
export async function eraseCustomer(body: ErasureRequest) {
  try {
    return await ask(endpoints.operatorErasure, { body });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'not_found')) throw error;
    // A desk that is switched off answers the same, to this call too, and may have erased nothing.
    await fetchCustomer(body.customer);
    return null;
  }
}

export const giveGrant = (body: GrantRequest) => ask(endpoints.operatorGrant, { body });

export const revokeGrant = (id: number, body: ReasonedRequest) =>
  tell(endpoints.operatorGrantRevocation, { parameters: { id }, body });

export const fetchBatches = (signal?: AbortSignal) => ask(endpoints.operatorCodeBatches, { signal });

/**
 * @throws {ApiProblem} `invalid_request` with the invalid field; `network` when it is unknown whether the batch was made
 */
export const makeBatch = (body: NewCodeBatchRequest) =>
  ask(endpoints.operatorNewCodeBatch, { body, timeoutMs: inPartsMs });

/** The codes of a batch as a file. It may have a million lines, so it is a Blob, and has no time-out. */
export const fetchCodeTable = (id: number): Promise<{ fileName: string; file: Blob }> =>
  withFreshToken(async ({ idToken }) => {
    try {
      const response = await fetch(pathOf(endpoints.operatorCodeTable, { id }), {
        headers: { Authorization: `Bearer ${idToken}` },
        credentials: 'same-origin',
      });
      if (!response.ok) throw problemFrom(response, await response.json());
      const named = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '');
      return { fileName: named?.[1] ?? `codes-${id}.csv`, file: await response.blob() };
    } catch (cause) {
      throw cause instanceof ApiProblem ? cause : new ApiProblem({ code: 'network', status: 0, cause });
    }
  });

export const setBatchRevoked = (id: number, body: RevocationRequest) =>
  ask(endpoints.operatorRevocation, { parameters: { id }, body });

export const fetchCode = (code: string) => ask(endpoints.operatorCode, { body: { code } });

export const setCodeRevoked = (body: CodeRevocationRequest) =>
  ask(endpoints.operatorCodeRevocation, { body });

export const fetchImports = (signal?: AbortSignal) => ask(endpoints.operatorImports, { signal });

/** @throws {ApiProblem} `invalid_request` with what is wrong in `detail`, `body_too_large` */
export const bringIn = (body: ImportRequest) =>
  ask(endpoints.operatorNewImport, { body, timeoutMs: inPartsMs });

export const undoImport = (id: number, body: ReasonedRequest) =>
  ask(endpoints.operatorImportUndo, { parameters: { id }, body, timeoutMs: inPartsMs });

export const fetchMail = (signal?: AbortSignal) => ask(endpoints.operatorMail, { signal });

export const retryLetter = (id: number, body: ReasonedRequest) =>
  tell(endpoints.operatorLetterRetry, { parameters: { id }, body });

/** Sends all letters again that are undelivered since a day. @throws {ApiProblem} `invalid_request`, `not_found` */
export const retryLetters = (body: LettersRetry) => ask(endpoints.operatorLettersRetry, { body });

/** @param most how many of the newest */
export const fetchActions = (most: number, signal?: AbortSignal) =>
  ask(endpoints.operatorActions, { query: { most: String(most) }, signal });

/** The error text, with advice. */
export function operatorFault(error: unknown): string {
  if (error instanceof SwitchedOff)
    return "There is nothing here: the operator's page is switched off (OPERATOR_GROUP).";
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
    case 'body_too_large':
      return 'This is too large for the page. The command line takes files of any size.';
    case 'payment_provider_unavailable':
      return 'The payment provider does not answer. Try again in a moment; nothing is done twice.';
    case 'invalid_request':
    case 'invalid_email':
    case 'not_found':
    case 'order_not_found':
    case 'refund_not_possible':
    case 'payment_key_refused':
    case 'correction_not_possible':
      return typeof error.cause === 'string' ? error.cause : 'Something in the form is not right.';
    default:
      return "The shop's server could not do it now. Try again in a moment.";
  }
}

/** What was fetched, with when, as a key: words that have stayed the same are read out again only in a new element. */
export const dated = async <T extends object>(fetched: Promise<T>): Promise<T & { fetchedAt: number }> => ({
  ...(await fetched),
  fetchedAt: Date.now(),
});
