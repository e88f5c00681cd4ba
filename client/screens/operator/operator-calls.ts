import { badAnswer, call, isRecord } from '#client/api/http.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { withFreshToken } from '#client/auth/account.ts';
import type {
  CodeTable,
  NewCodeBatchAnswer,
  NewCodeBatchRequest,
  OperatorActions,
  OperatorCodeBatches,
  OperatorFigures,
  OperatorOrder,
  OperatorOrders,
  RevocationRequest,
} from '#shared/api/operator.ts';

/**
 * One call below `/api/operator`. The site's own server answers it, of the same version as this page.
 * @throws {ApiProblem} `forbidden` outside the group, `not_found` when the page is switched off
 */
async function ask<T>(path: string, options: { body?: object; signal?: AbortSignal } = {}): Promise<T> {
  const { body: sent, signal } = options;
  const { body, status } = await withFreshToken(({ idToken }) =>
    call(`/api/operator${path}`, { idToken, signal, ...(sent && { method: 'POST', body: sent }) }),
  );
  if (!isRecord(body)) throw badAnswer(status);
  return body as T;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const part = (value: string | number) => encodeURIComponent(value);

/** Sales and redemptions between two days, both included, and what waits for a decision. Amounts in öre. */
export const fetchFigures = (period: { since: string; until: string }, signal?: AbortSignal) =>
  ask<OperatorFigures>(`/figures?${query(period)}`, signal ? { signal } : {});

export const searchOrders = (text: string) => ask<OperatorOrders>(`/orders?${query({ query: text })}`);

export const fetchOrderDetails = (id: string) => ask<OperatorOrder>(`/orders/${part(id)}`);

export const fetchBatches = (signal?: AbortSignal) =>
  ask<OperatorCodeBatches>('/code-batches', signal ? { signal } : {});

/** @throws {ApiProblem} `invalid_request` with the field that is not right */
export const makeBatch = (batch: NewCodeBatchRequest) =>
  ask<NewCodeBatchAnswer>('/code-batches', { body: batch });

export const fetchCodeTable = (id: number) => ask<CodeTable>(`/code-batches/${part(id)}/table`);

export const setBatchRevoked = (id: number, body: RevocationRequest) =>
  ask<{ changed: number }>(`/code-batches/${part(id)}/revocation`, { body });

export const fetchActions = (signal?: AbortSignal) =>
  ask<OperatorActions>('/actions', signal ? { signal } : {});

/** What went wrong, in words that say what to do. */
export function operatorFault(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Something went wrong on this page. Load it again.';
  switch (error.code) {
    case 'network':
      return 'There was no answer. Check your connection, then try again.';
    case 'unauthorized':
      return 'You have been signed out. Sign in again.';
    case 'forbidden':
      return "Your account is not in the operators' group. Whoever runs the user pool can add it; sign in again afterwards.";
    case 'not_found':
      return "There is nothing here: the operator's page is switched off (OPERATOR_GROUP), or what you asked for is gone.";
    case 'invalid_request':
      return 'Something in the form is not right. Check what is marked.';
    default:
      return "The shop's server could not do it now. Try again in a moment.";
  }
}
