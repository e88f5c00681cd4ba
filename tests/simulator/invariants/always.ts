import { createHash } from 'node:crypto';
import type { Row } from '../databases.ts';
import type { World } from '../world.ts';
import { paidOrders } from './money.ts';

/** Invariants that must hold at every moment. */

const tables = ['purchases', 'grants', 'redemptions', 'activation_codes', 'letters', 'gifts'] as const;
export type Seen = { [name in (typeof tables)[number]]: Row[] };

/** Remembers the owner of each order between two checks. */
export type Owners = Map<string, string>;

export async function checkAlways(world: World, owners: Owners): Promise<void> {
  const seen = await world.look(tables);
  checkMoney(world, seen);
  checkOwners(world, seen, owners);
  checkCodes(world, seen);
  checkLetters(world, seen);
}

function checkMoney(world: World, { purchases }: Seen): void {
  const paid = paidOrders(world);
  for (const row of purchases) {
    const order = paid.get(String(row['checkout_session_id']));
    if (!order)
      world.story.breaks(
        'money: nothing is unlocked that was not paid',
        `${row['checkout_session_id']} is recorded`,
      );
    else if (Number(row['total_ore']) !== order.totalOre)
      world.story.breaks(
        'money: what was paid is what is recorded',
        `${order.id} has ${row['total_ore']} öre`,
      );
  }
}

/** Whether an account may own an order: it bought it, verified its address, or opened its link. */
function isRightful(world: World, order: string, accountId: string): boolean {
  const { record, stripe, people } = world;
  const session = stripe.books().sessions.find(({ id }) => id === order);
  if (session?.metadata?.['account_id'] === accountId) return true;
  if (record.claimants.get(order)?.has(accountId)) return true;
  const person = people.find(({ user }) => user.sub === accountId);
  const addresses = [...(record.addresses.get(order) ?? []), session?.customer_details?.email];
  return addresses.some((address) => address != null && person?.emails.has(address));
}

function checkOwners(world: World, { purchases, grants, gifts }: Seen, owners: Owners): void {
  const { record, story } = world;
  const giftIds = new Set(gifts.map((row) => row['purchase_id']));
  for (const purchase of purchases) {
    const { id, checkout_session_id: session, account_id: account } = purchase;
    const order = String(session);
    const own = grants.filter((row) => row['purchase_id'] === id);
    const isGift = giftIds.has(id);
    const holders = own.map((row) => row['account_id']);
    const all = new Set((isGift ? holders : [account, ...holders]).filter((one) => one !== null).map(String));
    if (all.size > 1)
      story.breaks('owners: an order is one account’s', `${order} is on ${[...all].join(' and ')}`);
    for (const one of [...all, ...(isGift && account !== null ? [String(account)] : [])]) {
      if (!isRightful(world, order, one))
        story.breaks('owners: nobody has what is not theirs', `${one} has ${order}`);
    }
    const [owner] = all;
    const before = owners.get(order);
    const mayLose =
      record.restoredAt > 0 ||
      record.moves.has(order) ||
      // A gift that an operator took back goes to whoever opens it next.
      (isGift && own.some((row) => record.takenBack.has(Number(row['id'])))) ||
      (before !== undefined && record.erasures.has(before));
    if (before !== undefined && before !== owner && !mayLose)
      story.breaks(
        'owners: an order stays with its account',
        `${order} went from ${before} to ${owner ?? 'nobody'}`,
      );
    if (owner === undefined) owners.delete(order);
    else owners.set(order, owner);
  }
  for (const row of grants) {
    if (row['source'] === 'purchase' && !purchases.some(({ id }) => id === row['purchase_id']))
      story.breaks('owners: each grant has its order', `grant ${row['id']} has none`);
  }
}

function checkCodes(world: World, { redemptions, activation_codes: codes, grants }: Seen): void {
  const { record, story } = world;
  for (const code of codes) {
    const uses = redemptions.filter((row) => row['code_id'] === code['id']);
    const text = String(code['code']);
    if (uses.length > Number(code['most_redemptions']))
      story.breaks('codes: each as often as it may be', `${text} was used ${uses.length} times`);
    for (const { account_id: account } of uses) {
      const isKnown = [...record.redeemers].some(
        ([typed, who]) => typed === text && who.has(String(account)),
      );
      if (account !== null && !isKnown) story.breaks('codes: who has it typed it', `${account} has ${text}`);
    }
    const given = grants.filter((row) => row['code_id'] === code['id']);
    const holders = new Set(given.map((row) => row['account_id']).filter((one) => one !== null));
    for (const holder of holders) {
      if (!uses.some((row) => row['account_id'] === holder))
        story.breaks('codes: each unlock is counted', `${String(holder)} has ${text} and no redemption`);
    }
  }
}

/** The Message-ID of a letter without its link, computed independently of the shop's code. */
export const messageIdOf = (row: Row): string =>
  `<${createHash('sha256').update(`${row['kind']} ${row['subject']}`).digest('hex').slice(0, 32)}@shop.example.com>`;

/** A Message-ID without the digest of the letter's claim link. */
export const withoutLink = (messageId: string): string => messageId.replace(/\.[0-9a-f]{16}@/, '@');

function checkLetters({ post, story }: World, { letters }: Seen): void {
  const taken = new Map<string, number>();
  for (const { messageId: whole, mishaps, subject, to } of post.taken) {
    const messageId = withoutLink(whole);
    // Only a fault between the two may cause it to be sent again.
    if (taken.get(messageId) === mishaps)
      story.breaks('letters: none twice', `“${subject}” went to ${to} twice`);
    taken.set(messageId, mishaps);
  }
  for (const row of letters) {
    if (row['state'] === 'sent' && !taken.has(messageIdOf(row)))
      story.breaks(
        'letters: none is lost',
        `${row['kind']} ${row['id']} counts as sent, and the post has not taken it`,
      );
  }
}
