import type { Withdrawal, WithdrawalRequest } from '#shared/api/withdrawals.ts';
import { withdraw } from '#shared/endpoints.ts';
import { badAnswer, call, isRecord } from './http.ts';

/**
 * What withdrawing from an order would do, or with `confirm` the withdrawal itself. Amounts are
 * in öre.
 * @throws {ApiProblem} among others `withdrawal_not_possible`, `order_not_found`, `invalid_email`, `text_has_links`
 */
export async function postWithdrawal(request: WithdrawalRequest): Promise<Withdrawal> {
  const { body, status } = await call(withdraw, { body: request });
  if (!isWithdrawal(body)) throw badAnswer(status);
  return body;
}

function isWithdrawal(body: unknown): body is Withdrawal {
  if (!isRecord(body) || !Array.isArray(body['products']) || !Array.isArray(body['kept'])) return false;
  if (body['status'] === 'to_confirm') return typeof body['refundText'] === 'string';
  return body['status'] === 'received' && isRecord(body['received']);
}
