import { copiedTables } from '#server/engines/copy/tables.ts';
import { readBooks } from '#server/operating/books.ts';
import { productById } from '#shared/catalogue.ts';
import type { Row } from '../databases.ts';
import type { Promised } from '../record.ts';
import { lookBack } from '../steps/operators.ts';
import type { World } from '../world.ts';
import { messageIdOf, withoutLink } from './always.ts';
import { checkBroughtIn, checkGiven, checkImports, checkImportUndone, checkTakenBack } from './grants.ts';
import { type PaidOrder, paidOrders } from './money.ts';
import { checkRefunds } from './refunds.ts';
import { checkReleases, checkWithdrawals } from './releases.ts';

/** Invariants for the end of a story, when there are no more faults and everything late has arrived. */

type Everything = { [name in (typeof copiedTables)[number]]: Row[] };

export async function checkFinally(world: World): Promise<void> {
  const all = await world.look(copiedTables);
  const paid = paidOrders(world);
  checkOrders(world, all, paid);
  checkMail(world, all, paid);
  checkReleases(world, all, paid);
  checkWithdrawals(world, all, paid);
  checkRefunds(world, all, paid);
  checkImports(world, all);
  const recorded = new Set(all.webhook_events.map(({ id }) => id));
  for (const event of world.record.acknowledgedEvents) {
    if (!recorded.has(event) && !isBeyondRecall(world, event))
      world.story.breaks('promises: what was acknowledged stays', `${event} is not recorded`);
  }
  for (const promise of world.record.promises) checkPromise(world, all, promise);
  for (const { user, leftASession } of world.people) {
    const isLearnt = user.deletedBy === 'the app' && leftASession && !hasLeftUnseen(world, user.sub);
    if (world.record.cameBack.has(user.sub)) continue;
    if (user.deletedBy === 'the shop' || isLearnt) checkGone(world, all, user.sub);
  }
  await checkBooks(world, paid);
}

/** Whether an event was lost with a disk after Stripe had deleted it. */
const isBeyondRecall = ({ record, stripe }: World, id: string): boolean => {
  const madeAt = (stripe.events().find((event) => event.id === id)?.created ?? 0) * 1000;
  return record.restoredAt > 0 && madeAt < record.restoredAt - 30 * 24 * 3_600_000;
};

const orderRow = ({ purchases }: Everything, order: string) =>
  purchases.find((row) => row['checkout_session_id'] === order);
const isActive = (row: Row) => row['revoked_at'] === null && row['withheld_at'] === null;

function checkOrders({ story }: World, all: Everything, paid: ReadonlyMap<string, PaidOrder>): void {
  for (const order of paid.values()) {
    const row = orderRow(all, order.id);
    if (!row) {
      story.breaks('money: what was paid is recorded', `${order.id} is not`);
      continue;
    }
    const grants = all.grants.filter((grant) => grant['purchase_id'] === row['id']);
    const isUnopened = order.isGift && grants.length === 0;
    if (isUnopened) continue;
    const living = grants.filter((grant) => grant['revoked_at'] === null);
    const active = grants.filter(isActive).map((grant) => String(grant['adventure_id']));
    for (const adventure of active) {
      if (!order.counting.includes(adventure))
        story.breaks('money: what went back is unlocked no more', `${adventure} of ${order.id} is`);
    }
    const everything = [...new Set(order.productIds.flatMap((id) => productById(id)?.unlocks ?? []))];
    if (grants.length !== everything.length)
      story.breaks('money: an order unlocks what was bought', `${order.id} has ${grants.length} grants`);
    for (const grant of living) {
      const adventure = String(grant['adventure_id']);
      if (order.counting.includes(adventure) && !active.includes(adventure))
        story.breaks(
          'money: what is paid counts',
          `${adventure} of ${order.id} is withheld: ${grant['withheld_reason']}`,
        );
    }
  }
}

function checkMail(
  { post, story, record, time, plan }: World,
  all: Everything,
  paid: ReadonlyMap<string, PaidOrder>,
): void {
  const hadDays = time.now - plan.start > 3 * 24 * 3_600_000;
  const refused = new Set([...post.refused].map(withoutLink));
  for (const row of all.letters) {
    const { state, kind, id } = row;
    if (state === 'waiting' && Date.parse(String(row['due_at'])) < time.now - 3_600_000)
      story.breaks('letters: none is lost', `${kind} ${id} still waits: ${row['fault']}`);
    if (state === 'refused' && !refused.has(messageIdOf(row)))
      story.breaks('letters: none is lost', `${kind} ${id} counts as refused, and nobody refused it`);
    if (state === 'dead' && !hadDays) story.breaks('letters: none is lost', `${kind} ${id} was given up`);
  }
  const wasDisturbed = (order: string) => record.moves.has(order) || record.erasures.size > 0;
  for (const order of paid.values()) {
    const about = all.letters.filter(
      (row) => row['kind'] === 'order-confirmation' && row['subject'] === order.id,
    );
    if (about.length !== 1)
      story.breaks('letters: each order is confirmed', `${order.id} has ${about.length} confirmations`);
    const state = about[0]?.['state'];
    if (state === 'dropped' && !wasDisturbed(order.id))
      story.breaks('letters: each order is confirmed', `that of ${order.id} was dropped`);
    for (const refund of order.refundIds) {
      if (!all.letters.some((row) => row['kind'] === 'refund' && row['subject'] === refund))
        story.breaks('letters: who gets money back is told', `${refund} has no letter`);
    }
  }
}

function checkPromise(world: World, all: Everything, promise: Promised): void {
  const { record, story } = world;
  const breaks = (words: string) =>
    story.breaks('promises: what was acknowledged stays', `${promise.who}: ${words}`);
  // Also by an earlier request that could not be fulfilled at once.
  const wasErased = (sub: string) => record.erasures.has(sub);
  const movesSince = (order: string, at: number) =>
    (record.moves.get(order) ?? []).filter((tried) => tried >= at);
  switch (promise.kind) {
    case 'redeemed': {
      const code = all.activation_codes.find((row) => row['code'] === promise.code);
      const use = all.redemptions.find(
        (row) => row['code_id'] === code?.['id'] && row['account_id'] === promise.sub,
      );
      if (!use && !wasErased(promise.sub)) breaks(`the code ${promise.code} is not redeemed`);
      return;
    }
    case 'claimed': {
      const row = orderRow(all, promise.order);
      const grants = all.grants.filter((grant) => grant['purchase_id'] === row?.['id']);
      const owners = [row?.['account_id'], ...grants.map((grant) => grant['account_id'])];
      const isTakenBack = grants.some(({ id }) => record.takenBack.has(Number(id)));
      if (
        !owners.includes(promise.sub) &&
        !isTakenBack &&
        !wasErased(promise.sub) &&
        movesSince(promise.order, promise.begun).length === 0
      )
        breaks(`${promise.order} is not on ${promise.sub}`);
      return;
    }
    case 'corrected':
    case 'moved': {
      // Its own begin and end are two of them.
      const address = orderRow(all, promise.order)?.['email'];
      if (address !== promise.email && movesSince(promise.order, promise.begun).length <= 2)
        breaks(`${promise.order} is at ${String(address)}`);
      return;
    }
    case 'withdrawn':
      if (!all.withdrawals.some((row) => row['reference'] === promise.reference))
        breaks(`${promise.reference} is gone`);
      return;
    case 'wrapped': {
      const gift = all.gifts.find((row) => row['purchase_id'] === orderRow(all, promise.order)?.['id']);
      const isNewest = !record.promises.some(
        (other) => other.kind === 'wrapped' && other.order === promise.order && other.at > promise.at,
      );
      // Its own begin and end are two of them.
      const isRewritten =
        (record.cards.get(promise.order) ?? []).filter((tried) => tried >= promise.begun).length > 2;
      if (!gift) breaks(`${promise.order} is no gift`);
      else if (isNewest && gift['message'] !== promise.message && record.erasures.size === 0 && !isRewritten)
        breaks(`the card of ${promise.order} says ${String(gift['message'])}`);
      return;
    }
    case 'erased':
      checkErased(world, all, promise);
      return;
    case 'revoked': {
      const code = all.activation_codes.find((row) => row['code'] === promise.code);
      if (code?.['revoked_at'] === null && !record.letWork.has(promise.code))
        breaks(`${promise.code} is not revoked`);
      return;
    }
    case 'given':
      checkGiven(world, all, promise);
      return;
    case 'taken back':
      checkTakenBack(world, all, promise);
      return;
    case 'brought in':
      checkBroughtIn(world, all, promise);
      return;
    case 'import undone':
      checkImportUndone(world, all, promise);
  }
}

/** Tables that may name an erased account: operators' actions are kept, and only their subject is masked. */
const mayName: ReadonlySet<string> = new Set(['operator_actions']);

/** Whether a user who was deleted without the shop has no session through which the shop could learn of it: signed out, or long away. */
const hasLeftUnseen = ({ record, time, plan }: World, sub: string): boolean => {
  const deletedAt = record.erasures.get(sub)?.[0]?.from ?? 0;
  const wasSignedOut = (record.signOuts.get(sub) ?? []).some((at) => at >= deletedAt);
  return wasSignedOut || time.now - plan.start > 14 * 24 * 3_600_000;
};

function checkGone({ story }: World, all: Everything, sub: string): void {
  for (const [table, rows] of Object.entries(all)) {
    if (mayName.has(table)) continue;
    const row = rows.find((one) => JSON.stringify(one).includes(sub));
    if (row)
      story.breaks('erasure: who is erased is gone', `${table} still names ${sub}: ${JSON.stringify(row)}`);
  }
}

function checkErased(world: World, all: Everything, promise: Promised & { kind: 'erased' }): void {
  const { story, record, plan } = world;
  const { sub, emails, at } = promise;
  checkGone(world, all, sub);
  // What arrived during the erasure may belong to what came after it, and the clock that dated it may have been slow.
  // Of simultaneous attempts any may have been the successful one.
  const atOnce = (record.erasures.get(sub) ?? []).filter(({ from, to }) => from <= at && to >= promise.begun);
  const begun = Math.min(...atOnce.map(({ from }) => from));
  const erasedAt = new Date(begun - plan.mostSkewMs).toISOString();
  const recorded = all.purchases.filter((row) => String(row['recorded_at']) < erasedAt);
  // A gift bought after a request for erasure may go to the same address again.
  const known = new Set(recorded.map(({ id }) => id));
  const before = new Set(
    recorded
      .filter((row) => row['account_id'] === null && !record.moves.has(String(row['checkout_session_id'])))
      .map(({ id }) => id),
  );
  for (const email of emails) {
    const waits = all.grants.find((row) => row['email'] === email && before.has(row['purchase_id']));
    if (waits)
      story.breaks('erasure: who is erased is gone', `grant ${waits['id']} still waits for ${email}`);
    const isNamedAgain = (record.wraps.get(email) ?? []).some((later) => later >= begun);
    const letter = all.letters.find(
      (row) =>
        row['recipient'] === email &&
        // Letters of gifts count as written on their sending date.
        (row['kind'] === 'gift'
          ? !isNamedAgain && known.has(row['purchase_id'])
          : String(row['written_at']) < erasedAt) &&
        row['kind'] !== 'account-deleted',
    );
    if (letter)
      story.breaks('erasure: who is erased is gone', `letter ${letter['id']} is still for ${email}`);
    const isOnTheWayMs = 5000;
    const sent = world.post.taken.find(({ to, at: takenAt, messageId }) => {
      if (to !== email || takenAt < at + isOnTheWayMs) return false;
      const row = all.letters.find((one) => messageIdOf(one) === withoutLink(messageId));
      return row?.['kind'] === 'order-confirmation' && before.has(row['purchase_id']);
    });
    if (sent) story.breaks('erasure: who is erased is gone', `“${sent.subject}” went to ${email}`);
    if (!isNamedAgain && all.gifts.some((row) => row['recipient'] === email && known.has(row['purchase_id'])))
      story.breaks('erasure: who is erased is gone', `a gift is still for ${email}`);
  }
}

async function checkBooks(world: World, paid: ReadonlyMap<string, PaidOrder>): Promise<void> {
  const { plan, time, story } = world;
  const day = 24 * 3_600_000;
  const period = { from: new Date(plan.start - day), to: new Date(time.now + day) };
  const { entries, totals } = await lookBack(world, (needs) => readBooks(needs, period, false));
  const sumOf = (matter: string) =>
    entries
      .filter(({ kind }) => kind.split('_')[0] === matter)
      .reduce((sum, { grossOre }) => sum + grossOre, 0);
  const orders = [...paid.values()];
  const expected = {
    sale: orders.reduce((sum, { totalOre }) => sum + totalOre, 0),
    refund: -orders.reduce((sum, { refundedOre }) => sum + refundedOre, 0),
    dispute: -orders.reduce((sum, { lostOre }) => sum + lostOre, 0),
  };
  for (const [kind, ore] of Object.entries(expected)) {
    if (sumOf(kind) !== ore)
      story.breaks('books: they add up', `${kind}: ${sumOf(kind)} öre in the books, ${ore} at Stripe`);
  }
  const total = totals.reduce((sum, { grossOre }) => sum + grossOre, 0);
  const all = expected.sale + expected.refund + expected.dispute;
  if (total !== all) story.breaks('books: they add up', `the totals come to ${total} öre, and not to ${all}`);
}
