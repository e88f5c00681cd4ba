import Stripe from 'stripe';
import type { EventRecord } from '#sandbox/stripe/records.ts';
import { receiveStripeEvent } from '#shared/endpoints.ts';
import { knock } from '../network.ts';
import { shopConfig } from '../shop-config.ts';
import type { World } from '../world.ts';

/** The pauses before an event is delivered again, in milliseconds since the previous attempt: like Stripe's, up to three days. */
const retriesMs = [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 43_200_000, 43_200_000];
const stripeAddress = '198.51.100.1';

/** An event's request, signed now. */
export function signed(payload: string, at: number, secret = shopConfig.webhookSecret) {
  const timestamp = Math.floor(at / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { address: stripeAddress, body: Buffer.from(payload), headers: { 'stripe-signature': signature } };
}

/** Delivers an event of Stripe until the shop acknowledges it: late, in any order, sometimes twice, and never while faults are frequent. */
export function deliverEvent(world: World, event: EventRecord): void {
  const { stripe, time, dice, weather, story, record } = world;
  const payload = JSON.stringify(event);
  const words = `event ${event.type} about ${(event.data.object as { id?: string }).id?.slice(0, 24)}`;
  const attempt = async (): Promise<boolean> => {
    const outcome = await knock(world, (ask) => ask(receiveStripeEvent, signed(payload, time.now)));
    if (outcome.kind === 'answer') {
      record.acknowledgedEvents.add(event.id);
      story.tell(`${words}: ${outcome.value.body.outcome}`);
    }
    return outcome.kind === 'answer';
  };
  time.begin(stripe.owner, async () => {
    // Lost for good: Stripe has disabled the endpoint or given up.
    if (weather.strikes('webhooks', 2)) {
      story.tell(`${words} is never delivered`);
      return;
    }
    await time.sleep(
      dice.percent('slow event', 15)
        ? dice.between('event late', 5000, 600_000)
        : dice.between('event', 50, 4000),
    );
    for (const pauseMs of [...retriesMs, 0]) {
      if (await attempt()) break;
      await time.sleep(pauseMs);
    }
    if (!dice.percent('event again', 10)) return;
    await time.sleep(dice.between('event again later', 10, 120_000));
    await attempt();
  });
}
