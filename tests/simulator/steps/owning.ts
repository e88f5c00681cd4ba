import * as endpoints from '#shared/endpoints.ts';
import type { Row } from '../databases.ts';
import { insist } from '../network.ts';
import { keep, note } from '../record.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';
import { signedIn } from './buying.ts';

/** Reads the mail, and keeps the links in it. */
export async function readsPost({ world, person }: Scene): Promise<void> {
  const { record, post } = world;
  const own = post.taken.filter(
    ({ to }) => person.emails.has(to) || to.startsWith(`${person.user.username}-`),
  );
  for (const mail of own) {
    for (const [, token = ''] of mail.text.matchAll(/\/open\/([\w-]{20,})/g)) {
      if (person.tokens.some((held) => held.token === token)) continue;
      const order = record.tokens.get(token)?.order ?? '';
      if (!record.tokens.has(token)) record.tokens.set(token, { order, at: mail.at });
      person.tokens.push({ token, order });
    }
  }
}

/** Requests the links of lost orders: to the own address, or as a stranger to somebody else's. */
export async function asksForLinks({ world, person, pick, percent, tell }: Scene): Promise<void> {
  const email = percent(70) ? person.user.email : (pick(world.people)?.user.email ?? person.user.email);
  const outcome = await insist(world, (ask) =>
    ask(endpoints.mailOrderLinks, { address: person.address, body: { email } }),
  );
  tell(`asks for the orders of ${email}: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
}

/** Asks what is unlocked, like the app. What was returned once stays on the account. */
export async function opensApp(scene: Scene): Promise<void> {
  const { world, tell } = scene;
  const who = signedIn(scene);
  const outcome = await insist(world, (ask) => ask(endpoints.readUnlockedContent, who));
  if (outcome.kind !== 'answer') return;
  const adventures = outcome.value.body.data[0]?.adventures.map(({ adventureId }) => adventureId) ?? [];
  tell(`opens the app and sees ${adventures.join(', ') || 'nothing'}`);
}

/** Opens one of their claim links. */
export async function opensLink(scene: Scene): Promise<void> {
  await readsPost(scene);
  const held = scene.pickLate(scene.person.tokens);
  if (held) await claims(scene, held.token);
}

export async function claims(scene: Scene, token: string): Promise<string> {
  const { world, person, tell } = scene;
  const { record, time } = world;
  const { sub } = person.user;
  const rows = await world.look(['claim_links']);
  const hash = world.hashOf(token);
  const order = String(
    rows.claim_links.find((row) => row['token_hash'] === hash)?.['checkout_session_id'] ?? '',
  );
  if (order !== '') note(record.claimants, order, sub);
  const begun = time.now;
  const before = await newestEvent(world);
  const outcome = await insist(world, (ask) => ask(endpoints.claim, { ...signedIn(scene), body: { token } }));
  const words =
    outcome.kind === 'answer'
      ? (outcome.value.body.error ?? 'it is theirs')
      : outcome.kind === 'refused'
        ? outcome.code
        : outcome.kind;
  tell(`opens the link of ${order.slice(-6) || 'no order'}: ${words}`);
  if (outcome.kind !== 'answer' || !outcome.value.body.valid) return words;
  const known = record.tokens.get(token);
  // An account that has it already gets the same answer for any link.
  if (known && (await wasOpened(scene, order, before))) checkEnded(scene, known, begun);
  keep(record, { at: time.now, who: person.name, kind: 'claimed', sub, order, begun });
  return words;
}

/** The id of the newest event of any grant: times cannot tell what came later, because clocks are off. */
async function newestEvent(world: World): Promise<number> {
  const { grant_events: events } = await world.look(['grant_events']);
  return Math.max(0, ...events.map(({ id }) => Number(id)));
}

/** Whether a link claimed the order for the person's account after that event. */
async function wasOpened({ world, person }: Scene, order: string, before: number): Promise<boolean> {
  const seen = await world.look(['purchases', 'grants', 'grant_events']);
  const purchase = seen.purchases.find((row) => row['checkout_session_id'] === order);
  const own = seen.grants.filter(
    (row) => row['purchase_id'] === purchase?.['id'] && row['account_id'] === person.user.sub,
  );
  const isOpening = ({ what, reason }: Row) =>
    world.record.gifts.has(order) ? what === 'granted' : reason === 'claim_link';
  return seen.grant_events.some(
    (row) => Number(row['id']) > before && isOpening(row) && own.some(({ id }) => id === row['grant_id']),
  );
}

/** A link that worked must not be one that was ended by a move of its order or another receiver of the gift. */
function checkEnded(
  { world, person }: Scene,
  { order, at }: { order: string; at: number },
  begun: number,
): void {
  const { record, story } = world;
  const isGift = record.gifts.has(order);
  const ended = record.promises.find((promise) => {
    if (promise.at >= begun) return false;
    // A link that was taken meanwhile may be a newer one.
    if (promise.kind === 'corrected' || promise.kind === 'moved')
      return promise.order === order && promise.begun > at && !isGift && promise.changed;
    return promise.kind === 'wrapped' && promise.order === order && promise.begun > at && promise.isOther;
  });
  if (ended)
    story.breaks(
      'links: those of before are over',
      `${person.name} opened ${order} by a link from before it was ${ended.kind}`,
    );
}

/** Redeems a code that was handed out. */
export async function redeems(scene: Scene): Promise<void> {
  const { world, person, pick, tell } = scene;
  const { record, time } = world;
  const code = pick([...record.codes.keys()]);
  if (code === undefined) return;
  const { sub } = person.user;
  const hadTried = record.redeemers.get(code)?.has(sub) === true;
  note(record.redeemers, code, sub);
  const begun = time.now;
  const outcome = await insist(world, (ask) =>
    ask(endpoints.useCode, { ...signedIn(scene), body: { activationCode: code } }),
  );
  const words =
    outcome.kind === 'answer'
      ? (outcome.value.body.error ?? 'unlocked')
      : outcome.kind === 'refused'
        ? outcome.code
        : outcome.kind;
  tell(`types the code ${code.slice(0, 4)}…: ${words}`);
  const expiresAt = record.codes.get(code) ?? Infinity;
  const { mostSkewMs } = world.plan;
  if (words === 'code_revoked' && time.now < expiresAt - mostSkewMs && !record.revoking.has(code))
    world.story.breaks('codes: each works until it expires', `${person.name} could not redeem ${code}`);
  if (outcome.kind !== 'answer' || !outcome.value.body.valid) return;
  if (begun > expiresAt + mostSkewMs && !hadTried)
    world.story.breaks('codes: an expired one unlocks nothing', `${person.name} redeemed ${code}`);
  const wasRevoked =
    !record.letWork.has(code) &&
    record.promises.some(
      (promise) => promise.kind === 'revoked' && promise.code === code && promise.at < begun,
    );
  // Who redeemed it before, perhaps without getting the answer, gets the same answer again.
  if (wasRevoked && !hadTried) {
    world.story.breaks('codes: a revoked one unlocks nothing', `${person.name} redeemed ${code}`);
  }
  keep(record, { at: time.now, begun, who: person.name, kind: 'redeemed', sub, code });
}
