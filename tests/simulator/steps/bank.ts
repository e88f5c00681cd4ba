import { byItself } from '#sandbox/stripe/events.ts';
import { StripeApiError } from '#sandbox/stripe/wire/errors.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';

/** Money moved without the shop: Stripe's dashboard, banks, disputes. */

const paidSessions = ({ stripe }: World) =>
  stripe.checkout.list().filter(({ session }) => session.payment_status === 'paid' && session.payment_intent);

/** Does something that the service may refuse, such as refunding when nothing is left. */
function attempt(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return false;
  }
}

const chargeOf = ({ stripe }: World, intent: unknown) =>
  String(stripe.records.intents.get(String(intent))?.latest_charge);

/** Refunds in Stripe's dashboard: all, a part, or a named product. */
export async function refunds({ world, pick, percent, among }: Scene): Promise<void> {
  const { stripe, story } = world;
  const record = pick(paidSessions(world));
  if (!record) return;
  const { session } = record;
  const product = pick(Object.entries(session.metadata ?? {}).filter(([key]) => key.startsWith('product_')));
  const isNamed = percent(35) && product !== undefined;
  const amount = isNamed
    ? Number(product[1])
    : percent(50)
      ? undefined
      : 1 + among(session.amount_total ?? 1);
  const metadata = isNamed ? { [product[0]]: product[1] } : undefined;
  const request = { chargeId: chargeOf(world, session.payment_intent), amount, metadata };
  if (attempt(() => world.record.madeElsewhere.add(stripe.refunds.create(request, byItself).id)))
    story.tell(`somebody gives ${amount ?? 'all'} back of ${session.id.slice(-6)} in the dashboard`);
}

export async function failsRefund({ world, pick }: Scene): Promise<void> {
  const { stripe, story } = world;
  const refund = pick(stripe.records.refunds.values().filter(({ status }) => status !== 'failed'));
  if (refund && attempt(() => stripe.refunds.fail(refund.id)))
    story.tell(`the refund ${refund.id.slice(-6)} comes back`);
}

/** The shop's balance covers refunds no more, as after a payout, or again. */
export async function movesBalance({ world, percent }: Scene): Promise<void> {
  const isCovered = percent(50);
  const paid = world.stripe.refunds.setCovered(isCovered);
  world.story.tell(
    isCovered ? `money comes in, and ${paid.length} refunds are paid` : 'a payout empties the balance',
  );
}

export async function disputes({ world, pick, percent }: Scene): Promise<void> {
  const { stripe, story } = world;
  const record = pick(paidSessions(world));
  if (!record) return;
  const charge = chargeOf(world, record.session.payment_intent);
  const words = `of ${record.session.id.slice(-6)}`;
  if (percent(30)) {
    if (attempt(() => stripe.disputes.warn(charge))) story.tell(`a bank warns ${words}`);
  } else if (attempt(() => stripe.disputes.open(charge, { inquiry: percent(20) }))) {
    story.tell(`a bank disputes the payment ${words}`);
  }
}

export async function decides({ world, pick, percent }: Scene): Promise<void> {
  const { stripe, story } = world;
  const open = stripe.records.disputes
    .values()
    .filter(({ status }) => !['won', 'lost', 'warning_closed'].includes(status));
  const dispute = pick(open);
  if (!dispute) return;
  const end = dispute.status.startsWith('warning_') ? 'warning_closed' : percent(50) ? 'won' : 'lost';
  if (attempt(() => stripe.disputes.close(dispute.id, end)))
    story.tell(`the dispute ${dispute.id.slice(-6)} is ${end}`);
}
