import * as endpoints from '#shared/endpoints.ts';
import { insist } from '../network.ts';
import type { Person } from '../people.ts';
import { keep, noteAt } from '../record.ts';
import type { Scene } from '../steps.ts';
import type { World } from '../world.ts';
import { asGuest, buys } from './buying.ts';

/** Signs in on the site: the page sends its tokens, and the browser gets a session. */
export async function signsIn({ world, person, tell }: Scene): Promise<void> {
  const { idToken, refreshToken } = world.pool.signIn(person.user);
  const outcome = await insist(world, (ask) =>
    ask(endpoints.beginSession, { ...asGuest(person), idToken, body: { refreshToken } }),
  );
  if (outcome.kind === 'answer' && outcome.value.sessionId) {
    person.sessionId = outcome.value.sessionId;
    tell('signs in');
  }
}

/** Loads a page with the session's cookie. */
export async function comesBack({ world, person, tell }: Scene): Promise<void> {
  const { sessionId } = person;
  if (sessionId === null) return;
  const outcome = await insist(world, (ask) => ask(endpoints.readSession, { ...asGuest(person), sessionId }));
  if (outcome.kind !== 'answer') return;
  const { session } = outcome.value.body;
  tell(session ? 'comes back and is still signed in' : 'comes back and is signed in no more');
  if (session === null) {
    person.sessionId = null;
    checkReason(world, person);
  } else if (session.username !== person.user.username) {
    world.story.breaks('sessions: each is its owner’s', `${person.name} came back as ${session.username}`);
  }
}

/** How long a session lasts without use, in milliseconds. */
const idleMs = 14 * 24 * 3_600_000;

/** Who is no longer signed in has signed out, was signed out, was deleted, was long away, or signed in after a backup that was restored. */
function checkReason({ record, time, plan, story }: World, { name, user }: Person): void {
  const wasAway = time.now - plan.start > idleMs;
  const wasEnded = record.signOuts.has(user.sub) || record.erasures.has(user.sub);
  if (!wasAway && !wasEnded && record.restoredAt === 0 && user.deletedBy === null)
    story.breaks('sessions: nobody is signed out without a reason', `${name} was`);
}

export async function signsOut({ world, person, tell }: Scene): Promise<void> {
  const { sessionId } = person;
  if (sessionId === null) return;
  noteAt(world.record.signOuts, person.user.sub, world.time.now);
  const outcome = await insist(world, (ask) => ask(endpoints.endSession, { ...asGuest(person), sessionId }));
  if (outcome.kind !== 'answer') return;
  person.sessionId = null;
  tell('signs out');
  const after = await insist(world, (ask) => ask(endpoints.readSession, { ...asGuest(person), sessionId }));
  if (after.kind === 'answer' && after.value.body.session !== null)
    world.story.breaks('sessions: an ended one is over', `${person.name} signed out and was signed in`);
}

/** Changes the account's verified address. */
export async function changesAddress({ person, among, tell }: Scene): Promise<void> {
  person.user.email = `${person.user.username}-new-${among(100)}@example.com`;
  person.emails.add(person.user.email);
  tell(`has the address ${person.user.email} from now on`);
}

/** Deletes the account on the site. */
export async function deletesAccount(scene: Scene): Promise<void> {
  const { world, person, tell } = scene;
  const { record, time } = world;
  const { sub } = person.user;
  const { idToken, accessToken } = world.pool.signIn(person.user);
  const attempt = { from: time.now, to: Number.POSITIVE_INFINITY };
  noteAt(record.erasures, sub, attempt);
  const outcome = await insist(world, (ask) =>
    ask(endpoints.deleteAccount, { ...asGuest(person), idToken, body: { accessToken } }),
  );
  attempt.to = time.now;
  tell(`deletes the account: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`);
  if (outcome.kind !== 'answer') return;
  keep(record, {
    ...{ at: time.now, begun: attempt.from, who: person.name },
    ...{ kind: 'erased', sub, emails: [person.user.email] },
  });
}

/** Buys something and deletes the account while a letter about it is still in the outbox. */
export async function buysAndDeletes(scene: Scene): Promise<void> {
  await buys(scene);
  await deletesAccount(scene);
}

/** Deletes the user in the app, without the shop, which learns of it by its sessions. */
export async function deletesInApp({ world, person, tell }: Scene): Promise<void> {
  const { sub } = person.user;
  const { now } = world.time;
  noteAt(world.record.erasures, sub, { from: now, to: now });
  const { sessions } = await world.look(['sessions']);
  // The shop learns of it by checking the accounts with a session here. Signing out revoked the tokens of a session
  // that was started twice, because the answer was lost.
  const isSignedOut = world.record.signOuts.has(sub);
  if (!isSignedOut && sessions.some((row) => row['account_id'] === sub)) person.leftASession = true;
  person.user.deletedBy ??= 'the app';
  tell('deletes the account in the app');
}
