import * as endpoints from '#shared/endpoints.ts';
import { insist } from '../network.ts';
import type { Person } from '../people.ts';
import { keep, noteAt } from '../record.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';
import { asGuest, goesToPay, paysOrNot, takesLink } from './buying.ts';
import { opensOldLink } from './thieves.ts';

/** Buys a gift, writes the card, and sends it by mail or hands over the link. */
export async function gives(scene: Scene): Promise<void> {
  const order = await goesToPay(scene, true);
  if (order === null) return;
  await paysOrNot(scene, order);
  await wrap(scene, order);
}

/** Sends a gift by mail, and then to somebody else: the first receiver tries the link of the first letter. */
export async function changesTheirMind(scene: Scene): Promise<void> {
  const { world, among } = scene;
  const order = await goesToPay(scene, true);
  if (order === null) return;
  await paysOrNot(scene, order);
  const first = await wrap(scene, order);
  await world.time.sleep(60_000 * (1 + among(4)));
  await wrap(scene, order);
  if (!first) return;
  await world.time.sleep(1000 * (1 + among(90)));
  await opensOldLink({ ...scene, person: first });
}

/** Writes the card again, perhaps for somebody else. */
export async function wraps(scene: Scene): Promise<void> {
  const { world, person, pickLate } = scene;
  const gifts = person.orders.filter((order) => world.record.gifts.has(order));
  const order = pickLate(gifts);
  if (order !== undefined) await wrap(scene, order);
}

/** @returns the receiver */
async function wrap(scene: Scene, order: string): Promise<Person> {
  const { world, person, pick, percent, among, tell } = scene;
  const { record, time } = world;
  const friend = pick(world.people.filter((other) => other !== person)) ?? person;
  const isByMail = percent(60);
  const message = `words ${among(1000)}`;
  const before = await recipientOf(world, order);
  const begun = time.now;
  noteAt(record.cards, order, begun);
  if (isByMail) noteAt(record.wraps, friend.user.email, time.now);
  const outcome = await insist(world, (ask) =>
    ask(endpoints.wrapGift, {
      ...asGuest(person),
      parameters: { checkoutSessionId: order },
      body: { recipient: isByMail ? friend.user.email : null, sender: person.name, message },
    }),
  );
  noteAt(record.cards, order, time.now);
  if (isByMail) noteAt(record.wraps, friend.user.email, time.now);
  const words = outcome.kind === 'refused' ? outcome.code : outcome.kind;
  tell(`wraps ${order.slice(-6)} for ${friend.name}${isByMail ? ', by mail' : ''}: ${words}`);
  if (outcome.kind === 'answer') {
    const recipient = isByMail ? friend.user.email : null;
    // Another card written meanwhile may have changed the receiver of the letter.
    const overlaps =
      (record.cards.get(order) ?? []).filter((tried) => tried >= begun).length > 2 ||
      record.promises.some((other) => other.kind === 'wrapped' && other.order === order && other.at >= begun);
    // A card to print is for whom its letter was for, unless that one was erased since.
    const isSame = recipient === null ? before !== '' : before === recipient;
    const isOther = !overlaps && before != null && !isSame;
    keep(record, {
      ...{ at: time.now, who: person.name, kind: 'wrapped', order, recipient, message, isOther, begun },
    });
  }
  if (isByMail) return friend;
  const token = await takesLink(scene, order);
  if (token !== null) friend.tokens.push({ token, order });
  return friend;
}

/** The present receiver of a gift's letter, according to the database. */
async function recipientOf(world: World, order: string): Promise<unknown> {
  const { purchases, gifts } = await world.look(['purchases', 'gifts']);
  const purchase = purchases.find((row) => row['checkout_session_id'] === order);
  return gifts.find((row) => row['purchase_id'] === purchase?.['id'])?.['recipient'];
}
