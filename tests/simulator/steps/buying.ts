import { catalogue } from '#shared/catalogue.ts';
import * as endpoints from '#shared/endpoints.ts';
import { insist } from '../network.ts';
import type { Person } from '../people.ts';
import { keep, note, noteAt } from '../record.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';

/** How a person is identified: by the account, by a fresh id token, or only by the browser. */
export const asGuest = ({ address, browserId }: Person) => ({ address, browserId });
export function signedIn({ world, person }: Pick<Scene, 'world' | 'person'>) {
  return { ...asGuest(person), idToken: world.pool.signIn(person.user).idToken };
}

const secondMs = 1000;

/** Starts a checkout, pays or not, and perhaps waits on the order page. */
export async function buys(scene: Scene): Promise<void> {
  const order = await goesToPay(scene, false);
  if (order === null) return;
  await paysOrNot(scene, order);
  if (scene.percent(60)) await looksAt(scene, order);
}

/** @returns the checkout session; `null` when the shop returned none */
export async function goesToPay(
  { world, person, pick, percent, among, tell }: Scene,
  gift: boolean,
): Promise<string | null> {
  const { time, record } = world;
  const first = pick(catalogue);
  const second = percent(25) ? pick(catalogue) : undefined;
  const products = [...new Set([first, second])].flatMap((product) => (product ? [{ id: product.id }] : []));
  const isGuest = percent(50);
  const typed = percent(15) ? `${person.user.username}-typed-wrong@example.com` : person.user.email;
  const key = `key-${person.name}-${time.now}-${among(1_000_000)}`;
  const who = isGuest ? asGuest(person) : signedIn({ world, person });
  const outcome = await insist(world, (ask) =>
    ask(endpoints.createCheckoutSession, {
      ...{ ...who, browserId: person.browserId },
      body: { products, baseUrl: 'https://shop.example.com', email: typed, ...(gift && { gift }) },
      headers: { 'idempotency-key': key },
    }),
  );
  const bought = products.map(({ id }) => id).join(' and ');
  if (outcome.kind !== 'answer') {
    tell(`wants to buy ${bought} and hears ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
    return null;
  }
  person.browserId = outcome.value.browserId;
  const url = outcome.value.body.redirect_url;
  const order = /cs_test_\w+/.exec(url)?.[0] ?? '';
  if (url.includes('again=1')) {
    tell('is led to the order that was paid before');
    return null;
  }
  person.orders.push(order);
  if (gift) record.gifts.add(order);
  note(record.addresses, order, world.stripe.checkout.find(order).session.customer_email ?? typed);
  tell(
    `goes to pay for ${bought}${gift ? ' as a present' : ''}${isGuest ? ` as ${typed}` : ', signed in'} (${order.slice(-6)})`,
  );
  return order;
}

/** The buyer's action on the payment page. */
export async function paysOrNot(
  { world, person, percent, among, tell }: Scene,
  order: string,
): Promise<void> {
  const { time, stripe } = world;
  await time.sleep(secondMs * (1 + among(90)));
  const { session } = stripe.checkout.find(order);
  if (session.status !== 'open') return;
  const buyer = {
    email: session.customer_email ?? person.user.email,
    acceptsTerms: true,
    country: 'SE',
    business: null,
  };
  if (percent(10)) {
    tell('leaves the payment page');
    return;
  }
  if (percent(12)) {
    const end = percent(70) ? 'succeeded' : 'failed';
    tell('pays by bank, which takes a while');
    stripe.checkout.payLater(order, buyer, end);
    return;
  }
  if (percent(5)) stripe.checkout.decline(order, buyer);
  tell(`pays (${order.slice(-6)})`);
  stripe.checkout.pay(order, buyer);
}

export async function looksAtOrder(scene: Scene): Promise<void> {
  const order = scene.pickLate(scene.person.orders);
  if (order !== undefined) await looksAt(scene, order);
}

/** Reopens an expired payment page by Stripe's recovery link, and pays there. */
export async function reopens(scene: Scene): Promise<void> {
  const { world, person, pickLate, tell } = scene;
  const { stripe, record } = world;
  const expired = person.orders.filter((order) => stripe.checkout.find(order).session.status === 'expired');
  const order = pickLate(expired);
  const again = order === undefined ? null : stripe.checkout.recover(order);
  if (order === undefined || !again) return;
  tell(`opens the expired page of ${order.slice(-6)} again (${again.id.slice(-6)})`);
  person.orders.push(again.id);
  if (record.gifts.has(order)) record.gifts.add(again.id);
  for (const address of record.addresses.get(order) ?? []) note(record.addresses, again.id, address);
  await paysOrNot(scene, again.id);
}

/** Opens an order page, and may take its claim link. */
async function looksAt(scene: Scene, order: string): Promise<void> {
  const { world, person, tell, percent } = scene;
  const who = percent(50) ? asGuest(person) : signedIn(scene);
  const seen = await insist(world, (ask) =>
    ask(endpoints.readOrder, { ...who, parameters: { checkoutSessionId: order } }),
  );
  if (seen.kind !== 'answer') return;
  const { status } = seen.value.body;
  tell(`reads that the order ${order.slice(-6)} is ${status}`);
  const { payment_status: paid } = world.stripe.checkout.find(order).session;
  if (paid !== 'paid' && !['open', 'processing', 'failed', 'expired'].includes(status)) {
    world.story.breaks(
      'money: nothing is unlocked that was not paid',
      `${order} is told to be ${status}, and is ${paid}`,
    );
  }
  if (percent(50)) await takesLink(scene, order);
}

/** Makes the order page show its claim link. */
export async function takesLink(scene: Scene, order: string): Promise<string | null> {
  const { world, person, tell } = scene;
  const { record, time } = world;
  const who = signedIn(scene);
  const shown = await insist(world, (ask) =>
    ask(endpoints.offerClaimLink, { ...who, parameters: { checkoutSessionId: order } }),
  );
  if (shown.kind !== 'answer') return null;
  const token = shown.value.body.url.split('/').at(-1) ?? '';
  if (!record.tokens.has(token)) record.tokens.set(token, { order, at: time.now });
  if (!person.tokens.some((held) => held.token === token)) person.tokens.push({ token, order });
  tell(`takes the link of ${order.slice(-6)} along`);
  return token;
}

/** How often an order has been moved to another address so far, according to the database. */
async function movesOf(world: World, order: string): Promise<number> {
  const seen = await world.look(['purchases', 'purchase_moves']);
  const purchase = seen.purchases.find((row) => row['checkout_session_id'] === order);
  return seen.purchase_moves.filter((row) => row['purchase_id'] === purchase?.['id']).length;
}

export async function corrects(scene: Scene): Promise<void> {
  const { world, person, pick, pickLate, percent, tell } = scene;
  const { record, time } = world;
  const order = pickLate(person.orders);
  if (order === undefined) return;
  const to = percent(60) ? person.user.email : (pick(world.people)?.user.email ?? person.user.email);
  const movesBefore = await movesOf(world, order);
  note(record.addresses, order, to);
  const begun = time.now;
  noteAt(record.moves, order, begun);
  const outcome = await insist(world, (ask) =>
    ask(endpoints.correctAddress, {
      ...asGuest(person),
      parameters: { checkoutSessionId: order },
      body: { email: to },
    }),
  );
  noteAt(record.moves, order, time.now);
  tell(
    `corrects the address of ${order.slice(-6)} to ${to}: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`,
  );
  if (outcome.kind !== 'answer') return;
  // An order that was not recorded yet may have had this very address from the start.
  const changed = (await movesOf(world, order)) > movesBefore;
  keep(record, {
    at: time.now,
    who: person.name,
    kind: 'corrected',
    order,
    email: to,
    changed,
    begun,
  });
}

export async function withdraws(scene: Scene): Promise<void> {
  const { world, person, pickLate, tell } = scene;
  const { record, time } = world;
  const order = pickLate(person.orders);
  if (order === undefined) return;
  const begun = time.now;
  const outcome = await insist(world, (ask) =>
    ask(endpoints.withdraw, {
      ...asGuest(person),
      body: { orderId: order, name: person.name, email: person.user.email, confirm: true },
    }),
  );
  tell(`withdraws from ${order.slice(-6)}: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
  if (outcome.kind !== 'answer') return;
  const { received } = outcome.value.body;
  if (!received) return;
  keep(record, {
    ...{ at: time.now, begun, who: person.name, kind: 'withdrawn', order, reference: received.reference },
  });
}
