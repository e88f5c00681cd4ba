import type { Services } from '#server/http/services.ts';
import { createCodeBatch } from '#server/operating/code-batches.ts';
import { selectCode, setCodesRevoked } from '#server/operating/codes.ts';
import { signOutCustomer } from '#server/operating/customer-sign-out.ts';
import { eraseCustomer } from '#server/operating/customers.ts';
import { retryLetter, showMail } from '#server/operating/letters.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import type { OperatorActor } from '#server/operating/operator-action.ts';
import { nameRefund, refundOrder } from '#server/operating/refund-order.ts';
import { Refusal } from '#server/refusal.ts';
import type { RefundScope } from '#shared/api/operator-orders.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { keep, note, noteAt } from '../record.ts';
import { isExplained, openProcess } from '../shop-process.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';
import { withdraws } from './buying.ts';

/** The operator's command line: a process beside the site for one command, which may be killed too. */

type Needs = Services & { actor: OperatorActor };

/** @returns the command's result; `null` when it failed or its outcome is unknown */
export async function command<T>(
  scene: Scene,
  words: string,
  run: (needs: Needs) => Promise<T>,
): Promise<T | null> {
  const { world, percent, among } = scene;
  const process = openProcess(world, 'the command line');
  if (percent(12)) world.doom(process.owner, among(15));
  const { time, story } = world;
  const client = time.current;
  if (!client) return null;
  return new Promise((resolve) => {
    const end = (outcome: T | null, came: string) => {
      story.tell(`the operator ${words}: ${came}`);
      time.after(0, () => resolve(outcome), client);
    };
    // A killed command has no result.
    time.after(600_000, () => resolve(null), client);
    time.begin(process.owner, async () => {
      await run({ ...process.services, actor: 'operator:kim' }).then(
        (value) => end(value, 'done'),
        (error: unknown) => {
          if (!(error instanceof Refusal) && !isExplained(error)) {
            story.breaks(
              'no error without a cause',
              error instanceof Error ? String(error.stack) : String(error),
            );
          }
          end(null, error instanceof Refusal ? error.code : 'not now');
        },
      );
    });
  });
}

const orderOf = ({ world, pickLate }: Scene) => pickLate(world.people.flatMap(({ orders }) => orders));
export const why = 'the customer asked for it';

export async function refunds(scene: Scene): Promise<void> {
  const order = orderOf(scene);
  if (order !== undefined) await refundsOf(scene, order, 'all');
}

/** Somebody withdraws, and all withdrawals are refunded, perhaps by two operators at once. */
export async function paysWithdrawalBack(scene: Scene): Promise<void> {
  await withdraws(scene);
  const { world, pickLate } = scene;
  const order = pickLate(
    world.record.promises.flatMap((made) => (made.kind === 'withdrawn' ? [made.order] : [])),
  );
  if (order === undefined) return;
  const times = scene.percent(30) ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => refundsOf(scene, order, 'withdrawn')));
}

const refundsOf = (scene: Scene, order: string, what: RefundScope) =>
  command(scene, `refunds ${what} of ${order.slice(-6)}`, (needs) =>
    refundOrder(needs, order, { what, reason: why }),
  );

/** Refunds one product of an order, perhaps twice at once, or names it for an existing refund. */
export async function refundsProduct(scene: Scene): Promise<void> {
  const { world, pick, percent } = scene;
  const order = orderOf(scene);
  if (order === undefined) return;
  const { session } = world.stripe.checkout.find(order);
  const product = pick(Object.keys(session.metadata ?? {}).filter((key) => key.startsWith('product_')));
  if (product === undefined) return;
  const productIds = [product.slice('product_'.length)];
  const made = world.stripe.books().refunds.filter((one) => one.payment_intent === session.payment_intent);
  const refundId = pick(made)?.id;
  if (refundId !== undefined && percent(60)) {
    await command(scene, `says that ${refundId.slice(-6)} was for ${productIds}`, (needs) =>
      nameRefund(needs, order, { refundId, productIds, reason: why }),
    );
    return;
  }
  const times = percent(30) ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => refundsOf(scene, order, productIds)));
}

export async function moves(scene: Scene): Promise<void> {
  const { world, pick } = scene;
  const { record, time } = world;
  // Preferably one whose claim link somebody has, because a move ends it.
  const linked = [...record.tokens.values()].map(({ order }) => order);
  const order = scene.percent(60) ? (scene.pickLate(linked) ?? orderOf(scene)) : orderOf(scene);
  const email = pick(world.people)?.user.email;
  if (order === undefined || email === undefined) return;
  note(record.addresses, order, email);
  const begun = time.now;
  noteAt(record.moves, order, begun);
  const moved = await command(scene, `moves ${order.slice(-6)} to ${email}`, (needs) =>
    moveOrder(needs, order, email, why),
  );
  noteAt(record.moves, order, time.now);
  if (moved)
    keep(record, {
      at: time.now,
      who: 'the operator',
      kind: 'moved',
      order,
      email,
      changed: true,
      begun,
    });
}

export async function makesCodes(scene: Scene): Promise<void> {
  const { world, pick, percent, among } = scene;
  const unlocks = pick(adventureIds);
  if (unlocks === undefined) return;
  const mostRedemptions = 1 + among(2);
  const expiresAt = percent(30) ? new Date(world.time.now + (5 + among(120)) * 60_000) : null;
  const batch = {
    campaign: 'simulated',
    unlocks: [unlocks],
    count: 1 + among(2),
    ...{ expiresAt, mostRedemptions },
  };
  const made = await command(scene, `makes ${batch.count} codes for ${unlocks}`, (needs) =>
    createCodeBatch(needs, batch),
  );
  for (const code of made?.codes ?? []) world.record.codes.set(code, expiresAt?.getTime() ?? Infinity);
}

export async function revokesCode(scene: Scene): Promise<void> {
  const { world, pick } = scene;
  const { record, time } = world;
  const code = pick([...record.codes.keys()]);
  if (code === undefined) return;
  record.revoking.add(code);
  const begun = time.now;
  const done = await command(scene, `revokes the code ${code.slice(0, 4)}…`, async (needs) =>
    setCodesRevoked(needs, await selectCode(needs, code), true, why),
  );
  if (done !== null) keep(record, { at: time.now, begun, who: 'the operator', kind: 'revoked', code });
}

/** Reinstates a revoked code. */
export async function letsCodeWork(scene: Scene): Promise<void> {
  const { world, pick } = scene;
  const code = pick(world.record.promises.flatMap((one) => (one.kind === 'revoked' ? [one.code] : [])));
  if (code === undefined) return;
  world.record.letWork.add(code);
  await command(scene, `lets the code ${code.slice(0, 4)}… work again`, async (needs) =>
    setCodesRevoked(needs, await selectCode(needs, code), false, why),
  );
}

export async function retriesLetter(scene: Scene): Promise<void> {
  await command(scene, 'sends a letter again', async (needs) => {
    const [letter] = (await showMail(needs)).trouble;
    if (!letter) return;
    scene.world.post.mishap();
    await retryLetter(needs, letter.id, why);
  });
}

/** Erases a customer by the account, with its address where that is known, or by the address. */
export async function erases(scene: Scene): Promise<void> {
  const { world, person, percent } = scene;
  const { record, time } = world;
  const { sub, email } = person.user;
  const isByAddress = percent(50);
  const attempt = { from: time.now, to: Number.POSITIVE_INFINITY };
  noteAt(record.erasures, sub, attempt);
  const erased = await command(scene, `erases ${person.name}`, (needs) =>
    eraseCustomer(needs, isByAddress ? email : sub, why),
  );
  attempt.to = time.now;
  if (!erased?.accountIds.includes(sub)) return;
  keep(record, {
    ...{ at: time.now, begun: attempt.from, who: 'the operator' },
    ...{ kind: 'erased', sub, emails: erased.address === null ? [] : [erased.address] },
  });
}

export async function signsOut(scene: Scene): Promise<void> {
  const { sub } = scene.person.user;
  noteAt(scene.world.record.signOuts, sub, scene.world.time.now);
  await command(scene, `signs ${scene.person.name} out`, (needs) => signOutCustomer(needs, sub, why));
}

/** Used at the end of a story, when everything late has been done. */
export const lookBack = <T>(world: World, run: (needs: Needs) => Promise<T>): Promise<T> =>
  run({ ...openProcess(world, 'the bookkeeper').services, actor: 'operator:kim' });
