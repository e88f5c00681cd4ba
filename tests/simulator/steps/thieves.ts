import { newActivationCode } from '#server/owning/activation-code.ts';
import * as endpoints from '#shared/endpoints.ts';
import { signed } from '../actors/webhooks.ts';
import { knock } from '../network.ts';
import type { Scene } from '../steps.ts';
import { signedIn } from './buying.ts';
import { claims, readsPost } from './owning.ts';

/** Tries well-formed codes. */
export async function guesses(scene: Scene): Promise<void> {
  const { world, person, tell } = scene;
  let refused = 0;
  for (let tries = 0; tries < 12; tries += 1) {
    const activationCode = newActivationCode();
    const outcome = await knock(world, (ask) =>
      ask(endpoints.useCode, { ...signedIn(scene), body: { activationCode } }),
    );
    if (outcome.kind === 'answer' && outcome.value.body.valid) {
      world.story.breaks('codes: only those that were made', `${person.name} guessed ${activationCode}`);
    }
    if (outcome.kind === 'refused') refused += 1;
  }
  tell(`guesses twelve codes; ${refused} times nobody even looked`);
}

/** Opens a link that somebody else has used before. */
export async function stealsLink(scene: Scene): Promise<void> {
  const { world, person, pick } = scene;
  const { record } = world;
  const { sub } = person.user;
  const used = record.promises.flatMap((promise) =>
    promise.kind === 'claimed' && promise.sub !== sub
      ? [{ order: promise.order, at: promise.at, owner: promise.sub }]
      : [],
  );
  const theft = pick(used);
  const token = theft && [...record.tokens].find(([, { order }]) => order === theft.order)?.[0];
  if (!theft || token === undefined) return;
  const words = await claims(scene, token);
  const isFree =
    (record.moves.get(theft.order) ?? []).some((at) => at >= theft.at) || record.erasures.has(theft.owner);
  if (words === 'it is theirs' && !isFree) {
    world.story.breaks(
      'links: an order stays with its account',
      `${person.name} took ${theft.order} from ${theft.owner}`,
    );
  }
}

/** Opens a link from before its order was moved to another address, or its gift sent to somebody else. */
export async function opensOldLink(scene: Scene): Promise<void> {
  const { world, pickLate } = scene;
  const { record } = world;
  await readsPost(scene);
  const old = [...record.tokens].filter(([, { order, at }]) =>
    record.promises.some(
      (promise) =>
        (promise.kind === 'corrected' || promise.kind === 'moved' || promise.kind === 'wrapped') &&
        promise.order === order &&
        promise.at > at,
    ),
  );
  const token = pickLate(old)?.[0];
  if (token !== undefined) await claims(scene, token);
}

/** Sends a forged payment event, signed with another secret or not at all. */
export async function forges(scene: Scene): Promise<void> {
  const { world, person, percent, tell } = scene;
  const { time } = world;
  const session = {
    ...{
      id: `cs_test_${'forged'.repeat(6)}`,
      object: 'checkout.session',
      payment_status: 'paid',
      status: 'complete',
    },
    ...{ payment_intent: 'pi_forged', customer_details: { email: person.user.email } },
    ...{ metadata: { product_fod: '25000' }, amount_total: 25_000, currency: 'sek', livemode: false },
    ...{ created: Math.floor(time.now / 1000), consent: null, custom_text: {} },
  };
  const event = {
    ...{ id: `evt_forged_${time.now}`, object: 'event', type: 'checkout.session.completed', livemode: false },
    ...{ created: Math.floor(time.now / 1000), data: { object: session } },
  };
  const asking = signed(JSON.stringify(event), time.now, 'whsec_not_the_shops_own');
  const unsigned = { ...asking, headers: {} };
  const outcome = await knock(world, (ask) =>
    ask(endpoints.receiveStripeEvent, percent(50) ? asking : unsigned),
  );
  tell(`forges an event: ${outcome.kind}`);
  if (outcome.kind === 'answer') world.story.breaks('events: only Stripe’s', 'a forged event was taken');
}

/**
 * How old a signature may be (docs.stripe.com/webhooks/signatures), by the clock of the site. It is dated and compared in whole
 * seconds, so it bears nearly one more.
 */
const toleranceMs = 301_000;

/** Replays an old event of Stripe. */
export async function replays({ world, pick, tell }: Scene): Promise<void> {
  const { stripe, time, plan } = world;
  const before = time.now - toleranceMs - plan.mostSkewMs;
  const old = stripe.records.events.values().filter(({ created }) => created * 1000 < before);
  const event = pick(old);
  if (!event) return;
  const asking = signed(JSON.stringify(event), event.created * 1000);
  const outcome = await knock(world, (ask) => ask(endpoints.receiveStripeEvent, asking));
  tell(`replays an old event: ${outcome.kind}`);
  if (outcome.kind === 'answer')
    world.story.breaks('events: no old ones', `${event.id} was taken after its time`);
}
