import type Stripe from 'stripe';
import type { Row } from '../databases.ts';
import type { World } from '../world.ts';
import type { PaidOrder } from './money.ts';

/** Invariants for the end of a story about refunds. */

type Seen = { [name in 'order_attention' | 'purchases' | 'withdrawals']: Row[] };

/** The open questions for the operator with this reason. */
const askedAbout = ({ order_attention: attention }: Seen, reason: string): string[] =>
  attention
    .filter((row) => row['reason'] === reason && row['resolved_at'] === null)
    .map((row) => String(row['subject']))
    .toSorted();

/** Pending refunds that need money are shown to the operator, and no product is refunded twice by the shop. */
export function checkRefunds(
  { stripe, story, record }: World,
  all: Seen,
  paid: ReadonlyMap<string, PaidOrder>,
): void {
  const { refunds } = stripe.books();
  const asks = (reason: string, due: string[]) => {
    const asked = askedAbout(all, reason).join();
    const owed = due.toSorted().join();
    if (owed !== asked)
      story.breaks(
        'money: what waits is asked about',
        `${reason}: ${owed} wait, and asked is about ${asked}`,
      );
  };
  asks(
    'refund_awaits_funds',
    refunds.filter(({ status }) => status === 'pending').map(({ id }) => id),
  );
  asks(
    'withdrawal_requested',
    all.withdrawals.filter((one) => isOwed(stripe, all, one, paid)).map((row) => String(row['reference'])),
  );
  const failed = new Set(refunds.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const given = new Set<string>();
  for (const { type, data } of stripe.events()) {
    if (type !== 'refund.created') continue;
    const { id, payment_intent: intent, metadata } = data.object as Stripe.Refund;
    if (failed.has(id) || record.madeElsewhere.has(id)) continue;
    for (const product of Object.keys(metadata ?? {})) {
      const what = `${product} of ${intent}`;
      if (given.has(what))
        story.breaks('money: nothing goes back twice', `${what} went back by ${id} as well`);
      given.add(what);
    }
  }
  for (const { id, totalOre, refundedOre } of paid.values()) {
    if (refundedOre > totalOre) story.breaks('money: nothing goes back twice', `${id}: ${refundedOre} öre`);
  }
}

/** Whether a withdrawal has not been refunded although the payment is not disputed. */
function isOwed(
  stripe: World['stripe'],
  { purchases }: Seen,
  withdrawal: Row,
  paid: ReadonlyMap<string, PaidOrder>,
): boolean {
  const purchase = purchases.find(({ id }) => id === withdrawal['purchase_id']);
  const order = paid.get(String(purchase?.['checkout_session_id']));
  const { refunds, disputes } = stripe.books();
  const intent = purchase?.['payment_intent_id'];
  const isTaken = disputes.some(
    ({ payment_intent: of, status }) =>
      of === intent && ['needs_response', 'under_review', 'lost'].includes(status),
  );
  if (!order || isTaken || order.refundedOre >= order.totalOre) return false;
  const named = refunds
    .filter(({ payment_intent: of, status }) => of === intent && status === 'succeeded')
    .flatMap(({ metadata }) => Object.keys(metadata ?? {}));
  const ids = JSON.parse(String(withdrawal['product_ids'])) as string[];
  return !ids.every((id) => named.includes(`product_${id}`));
}
