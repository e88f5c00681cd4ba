// An operator declares a withdrawal that its buyer has sent by mail.

import { doublesIn, openAttention } from '#server/buying/attention.ts';
import { type WithdrawalNeeds, withdraw } from '#server/buying/withdraw.ts';
import { Refusal } from '#server/refusal.ts';
import { type Withdrawal, withdrawalRequestSchema } from '#shared/api/withdrawals.ts';
import { shopDay } from '#shared/shop-day.ts';
import { checkedEmail, checkedReason, momentOf, WrongDay } from './checked-input.ts';
import { carryOut, type OperatorNeeds } from './operator-action.ts';
import { recordedOrder } from './order-summaries.ts';

/** What the buyer wrote, and when it arrived: a day, or an ISO 8601 time, UTC unless it names its zone. */
interface Statement {
  name: string;
  email: string;
  received: string;
}

/**
 * Declares a withdrawal as its buyer would have on the page of the order ({@link withdraw}), with the right that there was
 * when it arrived: whoever sends it in time has withdrawn in time, however late it is read. Of a day, its noon in UTC counts.
 * @param decision `confirm` is false to be told what it would do, and change nothing
 * @throws {Refusal} as {@link withdraw}; when the address is none; when it arrived in the future or before the payment, or
 * the order was withdrawn from already
 */
export async function declareWithdrawal(
  needs: WithdrawalNeeds & OperatorNeeds,
  sessionOrPayment: string,
  { name, email, received }: Statement,
  decision: { reason: string; confirm: boolean },
): Promise<Withdrawal> {
  const reason = checkedReason(decision.reason);
  const { checkoutSessionId, paidAt } = await recordedOrder(needs.ledger, sessionOrPayment);
  const receivedAt = arrivalOf(received, paidAt, needs.clock());
  const named = withdrawalRequestSchema.shape.name.safeParse(name);
  if (!named.success) throw new Refusal('invalid_request', 'Give the name of who withdraws.', 'name');
  const about = { subject: checkoutSessionId, reason, details: { receivedAt: receivedAt.toISOString() } };
  const reception = {
    receivedAt,
    cause: { by: needs.actor, event: null },
    write: <T>(...[locks, script]: Parameters<typeof needs.ledger.write<T>>) =>
      carryOut(needs, 'orders.withdraw', about, locks, script),
  };
  const request = { orderId: checkoutSessionId, name: named.data, email: checkedEmail(email) };
  const preview = await withdraw(needs, request, reception).catch(async (fault: unknown) => {
    throw (await namesDouble(needs, checkoutSessionId, fault)) ?? fault;
  });
  if (preview.received) {
    const { reference } = preview.received;
    throw new Refusal('withdrawal_not_possible', `The order was withdrawn from already: ${reference}.`);
  }
  return decision.confirm ? withdraw(needs, { ...request, confirm: true }, reception) : preview;
}

/**
 * The refusal for the order that stays of two for the same: the letter about the other one said that it may be withdrawn from
 * at any time, and which of them stays may have changed since.
 */
async function namesDouble(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  checkoutSessionId: string,
  fault: unknown,
): Promise<Refusal | null> {
  if (!(fault instanceof Refusal) || fault.code !== 'withdrawal_not_possible') return null;
  const open = await ledger.read(() => openAttention());
  const twice = doublesIn(open).find(({ stays }) => stays === checkoutSessionId);
  return twice
    ? new Refusal(
        'withdrawal_not_possible',
        `The right of withdrawal from this order has ended. The same was paid for with ${twice.double}, which can be withdrawn from.`,
      )
    : null;
}

/** @throws {Refusal} */
function arrivalOf(received: string, paidAt: Date, now: Date): Date {
  const arrival = momentOf(received.trim(), '12:00');
  if (!arrival) throw new WrongDay(`Expected a day such as 2026-01-31, not "${received}".`, 'received');
  const refuse = (what: string) => {
    throw new Refusal('invalid_request', `The day on which it was received ${what}.`, 'received');
  };
  if (shopDay(arrival) > shopDay(now)) refuse('lies in the future');
  if (shopDay(arrival) < shopDay(paidAt)) refuse(`is before the payment, on ${shopDay(paidAt)}`);
  return new Date(Math.min(Math.max(+arrival, +paidAt), +now));
}
