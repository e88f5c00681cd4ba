import { productById } from '#shared/catalogue.ts';
import { releaseCalendar } from '#shared/release-days.ts';
import { startOfShopDay } from '#shared/shop-days.ts';
import type { Row } from '../databases.ts';
import type { World } from '../world.ts';
import type { PaidOrder } from './money.ts';

/** Invariants for the end of a story about released pre-orders and about withdrawals. */

type Seen = { [name in 'letters' | 'withdrawals' | 'purchases' | 'order_attention']: Row[] };

/** How far the shop's time of a payment may be from Stripe's besides its clock, in milliseconds: a buyer may be on the way back. */
const recordedWithinMs = 3 * 60_000;

/** Releases longer ago than this are not announced, because the shop was down. In milliseconds, a day less than the shop's own limit. */
const lookBackMs = 6 * 24 * 3_600_000;

/** When a product is completely released, computed independently of the shop's rule, in milliseconds since 1970; 0 if it always was. */
function opensAt(productId: string): number {
  const product = productById(productId);
  const days = [product?.world, ...(product?.unlocks ?? [])].flatMap((id) => releaseCalendar[id ?? ''] ?? []);
  return Math.max(0, ...days.map((day) => startOfShopDay(day).getTime()));
}

/** Everybody who bought before the release is told of it once; nobody else is, and nobody earlier. */
export function checkReleases(world: World, { letters }: Seen, paid: ReadonlyMap<string, PaidOrder>): void {
  const { plan, story, stripe, time, post } = world;
  const within = plan.mostSkewMs + recordedWithinMs;
  const midnights = Object.values(releaseCalendar).map((day) => startOfShopDay(day).getTime());
  const midnight = midnights.find((at) => at > plan.start && at < time.now);
  if (midnight === undefined || time.now - midnight > lookBackMs) return;
  for (const order of paid.values()) {
    const told = letters.filter(
      ({ kind, subject }) => kind === 'pre-order-out' && String(subject).startsWith(`${order.id} `),
    );
    const opens = order.productIds.some((id) => opensAt(id) === midnight);
    const times = timesOf(stripe.events(), order.id);
    const isBefore = new Set(times.flatMap((at) => [at < midnight - within, at < midnight + within]));
    const isCertain = isBefore.size === 1;
    const due = opens && !order.isGift && isBefore.has(true) ? 1 : 0;
    if (isCertain && told.length !== due)
      story.breaks(
        'releases: who waited is told once',
        `${order.id} has ${told.length} letters, and not ${due}`,
      );
  }
  const early = post.taken.find(
    ({ subject, at }) => subject.startsWith('It is out') && at < midnight - plan.mostSkewMs,
  );
  if (early) story.breaks('releases: nobody is told before', `“${early.subject}” went to ${early.to}`);
}

/** When Stripe's events say that an order was completed and, for bank debits, paid; in milliseconds since 1970. */
function timesOf(events: ReturnType<World['stripe']['events']>, order: string): number[] {
  const types = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
  return events
    .filter(({ type, data: { object } }) => types.includes(type) && (object as { id?: string }).id === order)
    .map(({ created }) => created * 1000);
}

/** What may be withdrawn from after consent to immediate delivery; and no more is refunded than was announced. */
export function checkWithdrawals(world: World, all: Seen, paid: ReadonlyMap<string, PaidOrder>): void {
  const { story, stripe } = world;
  for (const withdrawal of all.withdrawals) {
    const reference = String(withdrawal['reference']);
    const purchase = all.purchases.find(({ id }) => id === withdrawal['purchase_id']);
    const order = paid.get(String(purchase?.['checkout_session_id']));
    const back = stripe
      .books()
      .refunds.filter(
        ({ status, metadata }) => status !== 'failed' && Object.values(metadata ?? {}).includes(reference),
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    // An earlier refund by the dashboard is owed again if it failed.
    const cameBack = stripe
      .books()
      .refunds.filter(
        ({ id, status, payment_intent: intent }) =>
          status === 'failed' &&
          intent === purchase?.['payment_intent_id'] &&
          world.record.madeElsewhere.has(id),
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    if (back > Number(withdrawal['refund_ore']) + cameBack)
      story.breaks('withdrawals: as much as was told', `${reference} was paid back with ${back} öre`);
    if (order && mustBeOver(world, all, withdrawal, order))
      story.breaks('withdrawals: not from what was delivered', `${reference} of ${order.id} was taken`);
  }
}

/** Whether the right had ended for a product of the withdrawal: the buyer consented, got the confirmation, and could play. */
function mustBeOver({ plan, record }: World, all: Seen, withdrawal: Row, order: PaidOrder): boolean {
  const isRepeated = all.order_attention.some(
    (row) => row['reason'] === 'paid_twice' && row['purchase_id'] === withdrawal['purchase_id'],
  );
  // After a change of address it is confirmed again.
  const isMoved = record.moves.has(order.id);
  if (!plan.asksConsent || order.isGift || isRepeated || isMoved) return false;
  const before = (at: number) => at < Date.parse(String(withdrawal['received_at'])) - 2 * plan.mostSkewMs;
  const isConfirmed = all.letters.some(
    ({ kind, subject, state, ended_at: at }) =>
      kind === 'order-confirmation' &&
      subject === order.id &&
      state === 'sent' &&
      before(Date.parse(String(at))),
  );
  const named = JSON.parse(String(withdrawal['product_ids'])) as string[];
  return isConfirmed && named.some((id) => before(opensAt(id)));
}
