// Evidence against a dispute, under the names of the fields in Stripe's form
// (docs.stripe.com/api/disputes/evidence_object). Only recorded facts are included; data that the shop does not store,
// such as IP addresses, is listed as not stored, so that nobody looks for it.

import { paymentFactsOf } from '#server/buying/payment-facts.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import { opensInOrder } from '#server/buying/withdrawal-right.ts';
import type { Script } from '#server/ledger/script.ts';
import type { OrderLetter } from '#server/outbox/outbox-report.ts';
import { erasureReasons } from '#server/owning/grants.ts';
import { titleById } from '#shared/catalogue.ts';
import { utcMoment } from '#shared/moment-in-words.ts';
import { formatAmount } from '#shared/presentment.ts';
import { shopDay } from '#shared/shop-day.ts';
import { noteAction, type OperatorNeeds } from './operator-action.ts';
import { type OrderDetails, showOrder } from './operator-orders.ts';
import { type OrderSummary, ordersOf } from './order-summaries.ts';

/**
 * Evidence as a text file, which a person reads, shortens and puts into the form.
 * @throws {Refusal} `order_not_found` when the order is not recorded here
 */
export async function disputeEvidence(needs: OperatorNeeds, sessionOrPayment: string) {
  const details = await showOrder(needs, sessionOrPayment);
  const { checkoutSessionId } = details.summary;
  const earlier = await needs.ledger.snapshot(() => earlierUndisputed(details.summary));
  await noteAction(needs, 'orders.evidence', { subject: checkoutSessionId });
  return {
    fileName: `evidence-${checkoutSessionId}.txt`,
    text: evidenceText(details, earlier, needs.clock()),
  };
}

/** Earlier paid orders of the same buyer that were never disputed ("prior undisputed transactions"). */
function* earlierUndisputed(disputed: OrderSummary): Script<OrderSummary[]> {
  const { accountId, email } = disputed;
  const undisputed: OrderSummary[] = [];
  for (const order of yield* ordersOf({ accountId, email: accountId === null ? email : null })) {
    const { checkoutSessionId, paymentIntentId, paidAt, standing, live } = order;
    if (checkoutSessionId === disputed.checkoutSessionId || paidAt > disputed.paidAt) continue;
    if (standing !== 'paid' || live !== disputed.live) continue;
    // An order also counts as paid during an inquiry, and after a dispute that the shop has won.
    const { disputes } = yield* paymentFactsOf(paymentIntentId);
    if (disputes.length === 0) undisputed.push(order);
  }
  return undisputed;
}

/** The text, in sections whose headings begin with the name of the form's field. */
function evidenceText(details: OrderDetails, earlier: readonly OrderSummary[], now: Date): string {
  const { summary, order, history, letters } = details;
  const { purchase } = order;
  const lines = purchase.lines.map(
    ({ productId, priceOre }) => `${titleById(productId)}, ${formatAmount(priceOre, purchase.currency)}`,
  );
  const sections: [heading: string, lines: string[]][] = [
    [
      'Order',
      [
        `${summary.checkoutSessionId}, payment ${summary.paymentIntentId ?? 'none'}${summary.live ? '' : ' (test payment)'}`,
        `Paid ${utcMoment(summary.paidAt)}: ${formatAmount(summary.totalOre, summary.currency)}`,
        ...order.disputes.map(
          ({ id, status, amountOre }) =>
            `Dispute ${id}: ${formatAmount(amountOre, summary.currency)}, ${status.replaceAll('_', ' ')}`,
        ),
      ],
    ],
    [
      'product_description',
      [
        ...lines,
        `Audio adventures for a mobile app: digital content, unlocked for the account of ${order.gift ? 'whoever opens the gift' : 'the buyer'}.`,
      ],
    ],
    [
      'customer_email_address',
      [
        `${details.moves[0]?.from ?? summary.email}, as the buyer typed it on the payment page or signed in with it.`,
        ...details.moves.map(
          ({ to, at, actor, reason }) => `Corrected to ${to} ${utcMoment(at)} by ${whoIs(actor)}: ${reason}`,
        ),
      ],
    ],
    ['service_date', serviceLines(history, order, now)],
    ['access_activity_log', accessLines(details)],
    ['customer_communication', letters.flatMap(letterLine)],
    ['refund_policy_disclosure', consentLines(order)],
    ['refund_refusal_explanation', refundLines(order, summary)],
    [
      'uncategorized_text (earlier orders of this buyer that nobody disputed)',
      earlier.map(
        ({ checkoutSessionId, paidAt, totalOre, currency, productIds }) =>
          `${utcMoment(paidAt)}: ${productIds.map(titleById).join(', ')}, ${formatAmount(totalOre, currency)} (${checkoutSessionId})`,
      ),
    ],
  ];
  const body = sections.map(([heading, said]) =>
    [heading, ...(said.length > 0 ? said : ['Nothing on record.']).map((line) => `  ${line}`)].join('\n'),
  );
  const end = `Made ${utcMoment(now)} from the shop's own records. Addresses of devices (IP) are not kept.`;
  return `${[...body, end].join('\n\n')}\n`;
}

/** When it was unlocked, and since when what was bought ahead of its release could be used. */
function serviceLines(history: OrderDetails['history'], order: RecordedOrder, now: Date): string[] {
  const { purchase, gift } = order;
  const { lines, paidAt } = purchase;
  const granted = history.find(({ what }) => what === 'granted');
  if (!granted) return [`${gift ? 'A gift that nobody has opened yet: nothing' : 'Nothing'} was unlocked.`];
  const ahead = lines.flatMap(({ productId }) => {
    const day = opensInOrder(order, productId, shopDay(paidAt));
    if (day === null) return [];
    const came = day <= shopDay(now) ? 'came out' : 'comes out';
    return [`${titleById(productId)}: bought as a pre-order; it ${came} on ${day}.`];
  });
  const use = ahead.length < lines.length ? ', for immediate use' : '';
  const how = gift ? 'the gift was opened, and unlocked by that' : `unlocked with the payment${use}`;
  return [`${utcMoment(granted.at)}: ${how}.`, ...ahead];
}

/** When what was bought was unlocked, claimed by an account, withheld and restored. */
function accessLines({ history, grants }: OrderDetails): string[] {
  const accounts = [...new Set(grants.flatMap(({ accountId }) => accountId ?? []))];
  const isErased = grants.some(({ revokedReason }) => isErasure.has(revokedReason ?? ''));
  return [
    ...history.map(
      ({ at, adventureId, what, actor }) =>
        `${utcMoment(at)}: ${adventureId} ${whatHappened(what)} (${whoIs(actor)})`,
    ),
    accounts.length > 0
      ? `Claimed by the account ${accounts.join(', ')}, whose owner signed in with a verified address or the order's own link.`
      : isErased
        ? 'It was for an account that its owner deleted since.'
        : 'Not claimed by any account yet.',
  ];
}

const isErasure: ReadonlySet<string> = new Set(erasureReasons);

const whatHappened = (what: string): string =>
  ({ granted: 'was unlocked', claimed: 'was put on the account' })[what] ??
  `was ${what.replaceAll('_', ' ')}`;

const whoIs = (actor: string): string =>
  ({ webhook: 'event of the payment provider', account: 'the account', buyer: 'the buyer' })[actor] ??
  (actor.startsWith('operator:') ? 'the shop' : actor.replaceAll('_', ' '));

/** Whose mail service takes letters about an order that do not go to its buyer. */
const mailServices: Partial<Record<OrderLetter['kind'], string>> = {
  gift: 'the mail service of its recipient',
  'order-moved': 'the mail service of the address before',
  'withdrawal-acknowledged': 'the mail service of the address that it was declared with',
};

function letterLine({ kind, state, writtenAt, endedAt }: OrderLetter): string[] {
  const name = kind.replaceAll('-', ' ');
  if (state === 'sent' && endedAt)
    return [
      `${utcMoment(endedAt)}: "${name}" was taken by ${mailServices[kind] ?? "the buyer's mail service"}.`,
    ];
  if (state === 'refused' || state === 'dead')
    return [`${utcMoment(writtenAt)}: "${name}" could not be delivered.`];
  return [];
}

function consentLines({ purchase: { consentText, termsVersion } }: RecordedOrder): string[] {
  return [
    ...(termsVersion ? [`Sold under the terms of sale of ${termsVersion}.`] : []),
    ...(consentText ? [`Before paying the buyer agreed to: "${consentText}"`] : []),
  ];
}

function refundLines({ refunds, withdrawal }: RecordedOrder, { currency }: OrderSummary): string[] {
  return [
    withdrawal
      ? `The buyer withdrew on ${utcMoment(withdrawal.receivedAt)} (${withdrawal.reference}).`
      : 'No withdrawal is recorded here; add what they wrote by mail.',
    ...refunds.map(
      ({ id, status, amountOre }) => `Refund ${id}: ${formatAmount(amountOre, currency)}, ${status}.`,
    ),
  ];
}
