// Withdrawal from a purchase (right of withdrawal, directive 2011/83/EU), in two steps.

import { randomBytes } from 'node:crypto';
import { byAccount } from '#server/identity/cause.ts';
import { Refusal } from '#server/refusal.ts';
import type { Facts } from '#shared/api/facts.ts';
import type { Withdrawal, WithdrawalRequest } from '#shared/api/withdrawals.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { holdsLink } from '#shared/holds-link.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { momentInWords } from '#shared/moment-in-words.ts';
import { isCheckoutSessionId } from '#shared/order-id.ts';
import { asPaid } from './charged.ts';
import { type OrderStatusNeeds, orderStatus, titled } from './order-status.ts';
import { findOrder } from './purchases.ts';
import type { RecordedOrder, Withdrawal as StoredWithdrawal } from './records.ts';
import { withdrawalRight } from './withdrawal-right.ts';
import { type Reception, recordWithdrawal } from './withdrawals.ts';

/** What a withdrawal needs; the confirmation names the company from its facts. */
export interface WithdrawalNeeds extends OrderStatusNeeds {
  facts: Facts;
}

/**
 * The withdrawal function of the site (directive 2011/83/EU, article 11a, in force since 2026-06-19). The first step says
 * what a withdrawal would do and stores nothing; the second declares it, and answers with a confirmation that the buyer
 * can keep. Declaring it again, with the same address, answers with the first confirmation. The order's id is what proves
 * the right to it, as on the order page. The refund itself is the operator's task: the withdrawal stays an open question
 * until the money went back.
 * @param reception declared now, by the buyer, when left out
 * @throws {Refusal} `order_not_found`, `invalid_email`, `text_has_links`, or `withdrawal_not_possible` with the reason
 * @throws {PaymentProviderUnavailable} when the order is not recorded yet and cannot be looked up
 */
export async function withdraw(
  needs: WithdrawalNeeds,
  request: WithdrawalRequest,
  reception: Reception = { receivedAt: needs.clock(), cause: byAccount, write: needs.ledger.write },
): Promise<Withdrawal> {
  const email = normaliseEmail(request.email);
  const order = await recordedOrder(needs, request.orderId);
  // An account's verified address may have a form that guests are not allowed.
  if (email !== order.purchase.email && !isEmail(email))
    throw new Refusal('invalid_email', inputMessages.emailInvalid, 'email');
  if (order.withdrawal) return receivedAnswer(order, order.withdrawal, email);
  // The acknowledgement quotes the name, and goes to whatever address was typed.
  if (holdsLink(request.name)) {
    throw new Refusal(
      'text_has_links',
      'Write your name without links, addresses and telephone numbers, and put a space after each full stop and colon.',
      'name',
    );
  }
  const right = requireRight(order, reception.receivedAt);
  if (!request.confirm) {
    return {
      status: 'to_confirm',
      products: titled(right.lines.map(({ productId }) => productId)),
      kept: titled(right.endedLines.map(({ productId }) => productId)),
      ...(order.repeats && { staysUnlocked: true }),
      refundOre: right.refundOre,
      refundText: asPaid(order.purchase, right.refundOre),
      currency: order.purchase.currency,
    };
  }
  return declare(needs, order, { name: request.name.trim(), email }, reception);
}

/** @throws {Refusal} `withdrawal_not_possible` */
function requireRight(order: RecordedOrder, now: Date) {
  const right = withdrawalRight(order, now);
  if (right.lines.length > 0) return right;
  throw new Refusal(
    'withdrawal_not_possible',
    'The right of withdrawal from this order has ended. Write to the support if you think otherwise.',
  );
}

const isUnopened = ({ gift }: RecordedOrder) => gift !== null && gift.openedAt === null;

/** @param seen the order as it was read just before */
async function declare(
  { ledger, clock, log, facts }: WithdrawalNeeds,
  seen: RecordedOrder,
  buyer: { name: string; email: string },
  reception: Reception,
): Promise<Withdrawal> {
  const { checkoutSessionId } = seen.purchase;
  const reference = `W-${randomBytes(5).toString('hex').toUpperCase()}`;
  const { receivedAt } = reception;
  const fromOrder = (order: RecordedOrder) => {
    if (isUnopened(seen) && !isUnopened(order)) {
      throw new Refusal(
        'withdrawal_not_possible',
        'Somebody has just opened this gift. Write to the support if you think otherwise.',
      );
    }
    const { lines, refundOre } = requireRight(order, receivedAt);
    const productIds = lines.map(({ productId }) => productId);
    const declared = { ...buyer, reference, productIds, refundOre, receivedAt };
    return { ...declared, confirmation: confirmationText(order, declared, facts) };
  };
  const kept = await recordWithdrawal(ledger, checkoutSessionId, fromOrder, reception, clock());
  if (!kept) throw new Refusal('order_not_found', notFound);
  log.warn(
    { checkoutSession: checkoutSessionId, withdrawal: kept.reference },
    'a buyer withdrew from an order: refund it at the payment provider within 14 days',
  );
  return receivedAnswer(seen, kept, buyer.email);
}

const notFound =
  'Open the order from the link of the payment page, or write to the support: a mail counts as well.';

/** The recorded order; a paid one that the webhook has not brought yet is recorded first. */
async function recordedOrder(needs: OrderStatusNeeds, orderId: string): Promise<RecordedOrder> {
  const status = isCheckoutSessionId(orderId) ? await orderStatus(needs, orderId) : null;
  if (status === null) throw new Refusal('order_not_found', notFound);
  const order = await needs.ledger.snapshot(() => findOrder(orderId));
  if (!order) {
    throw new Refusal(
      'withdrawal_not_possible',
      'This order is not paid, so there is nothing to withdraw from yet. Nothing has to be done to leave it.',
    );
  }
  return order;
}

/** @param asker the address that was entered: only the declarer gets the text, not everybody who has the order's id */
function receivedAnswer(order: RecordedOrder, withdrawal: StoredWithdrawal, asker: string): Withdrawal {
  const { lines, currency } = order.purchase;
  const isGivenBack = (id: string) => withdrawal.productIds.includes(id);
  return {
    status: 'received',
    products: titled(withdrawal.productIds),
    kept: titled(lines.map(({ productId }) => productId).filter((id) => !isGivenBack(id))),
    refundOre: withdrawal.refundOre,
    refundText: asPaid(order.purchase, withdrawal.refundOre),
    currency,
    received: {
      reference: withdrawal.reference,
      at: withdrawal.receivedAt.toISOString(),
      ...(asker === withdrawal.email && { confirmation: withdrawal.confirmation }),
    },
  };
}

/** What the buyer keeps: the statement, what it covers, and when it came in. */
function confirmationText(
  order: RecordedOrder,
  withdrawal: Omit<StoredWithdrawal, 'confirmation'>,
  { company, email }: Facts,
): string {
  const { purchase } = order;
  return [
    `CONFIRMATION OF WITHDRAWAL ${withdrawal.reference}`,
    '',
    `${company.name} has received this statement on ${momentInWords(withdrawal.receivedAt)}:`,
    '',
    `  I, ${withdrawal.name} (${withdrawal.email}), withdraw from my contract for:`,
    ...titled(withdrawal.productIds).map(({ title }) => `  - ${title}`),
    `  bought on ${shopDayInWords(purchase.paidAt)}, order ${purchase.checkoutSessionId}.`,
    '',
    `${asPaid(purchase, withdrawal.refundOre)} will be paid back by the means you paid with, within 14 days of this statement.`,
    whatEnds(order),
    '',
    `Questions: ${email.support}`,
    '',
  ].join('\n');
}

/** What becomes of what was unlocked, in the buyer's words. */
function whatEnds({ repeats, gift }: RecordedOrder): string {
  if (repeats) return 'What is named above stays unlocked by your other order.';
  if (!gift) return 'What is named above leaves your account with the refund.';
  if (gift.openedAt === null) return 'The link of this gift opens nothing any more.';
  return 'Somebody has opened this gift: what is named above leaves their account with the refund.';
}
