import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionResponse } from '#shared/api/session.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import {
  endOneSession,
  listSessions,
  pathOf,
  patternOf,
  readSession,
  signOutEverywhere,
} from '#shared/endpoints.ts';
import { bearer, readUnlockedContent } from '#tests/support/orders.ts';
import { newPerson, type Person, signIn } from '#tests/support/people.ts';
import { beginSession, cookieOf, refreshesAt } from '#tests/support/sessions.ts';
import { appClientId, openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const path = patternOf(listSessions);
const newWebPerson = () => newPerson(shop, undefined, webClientId);
/** Signs the person in once more, in another browser. */
async function anotherBrowser(person: Person, userAgent = '') {
  const tokens = await signIn(shop, person.username, webClientId);
  const response = await beginSession(shop, tokens, { 'user-agent': userAgent }).expect(200);
  return { cookie: cookieOf(response), refreshToken: tokens.refreshToken };
}
async function list(cookie: string): Promise<OwnSession[]> {
  const { body } = await request(shop.url).get(path).set({ cookie }).expect(200);
  return (body as { sessions: OwnSession[] }).sessions;
}
async function expectOver({ cookie, refreshToken }: { cookie: string; refreshToken: string }): Promise<void> {
  const { body } = await request(shop.url).get(patternOf(readSession)).set({ cookie }).expect(200);
  expect((body as SessionResponse).session).toBeNull();
  await readUnlockedContent(shop, { cookie }).expect(401);
  expect(await refreshesAt(shop, refreshToken)).toBe(false);
}

it('The list tells of each browser what it is and which one asks; ending one ends it at once, its refresh token too', async () => {
  const person = await newWebPerson();
  const phone = await anotherBrowser(person, 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile');
  const desk = await anotherBrowser(person, 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0');
  const sessions = await list(desk.cookie);
  expect(sessions.map(({ device, isThis }) => [device, isThis])).toEqual(
    expect.arrayContaining([
      ['Firefox on Linux', true],
      ['Chrome on Android', false],
    ]),
  );
  expect(JSON.stringify(sessions)).not.toContain('144.0');
  const { id } = sessions.find(({ isThis }) => !isThis) ?? { id: '' };
  await request(shop.url).delete(pathOf(endOneSession, { id })).set({ cookie: desk.cookie }).expect(204);
  await expectOver(phone);
  expect(await list(desk.cookie)).toMatchObject([{ device: 'Firefox on Linux', isThis: true }]);
});

it("Nobody ends another account's sessions, and no other site's page ends any", async () => {
  const [mine, theirs] = [
    await anotherBrowser(await newWebPerson()),
    await anotherBrowser(await newWebPerson()),
  ];
  const [own] = await list(theirs.cookie);
  const named = pathOf(endOneSession, { id: own?.id ?? '' });
  await request(shop.url).delete(named).set({ cookie: mine.cookie }).expect(204);
  for (const target of [named, path]) {
    const headers = { cookie: theirs.cookie, 'sec-fetch-site': 'cross-site' };
    await request(shop.url).delete(target).set(headers).expect(403);
  }
  expect(await list(theirs.cookie)).toHaveLength(1);
});

it('All others are ended at once, with their refresh tokens; with the id token of the app, all', async () => {
  const person = await newWebPerson();
  const [first, second, mine] = [
    await anotherBrowser(person),
    await anotherBrowser(person),
    await anotherBrowser(person),
  ];
  await request(shop.url).delete(path).set({ cookie: mine.cookie }).expect(204);
  for (const other of [first, second]) await expectOver(other);
  expect(await list(mine.cookie)).toHaveLength(1);
  expect(await refreshesAt(shop, mine.refreshToken)).toBe(true);
  await request(shop.url).delete(path).set(bearer(person.idToken)).expect(204);
  await expectOver(mine);
});

it('Signing out everywhere ends every session and every refresh token, the app’s too; it asks for the account’s own access token', async () => {
  const person = await newWebPerson();
  const [first, second] = [await anotherBrowser(person), await anotherBrowser(person)];
  const app = await signIn(shop, person.username, appClientId);
  const everywhere = (accessToken: string) =>
    request(shop.url).post(patternOf(signOutEverywhere)).set(bearer(person.idToken)).send({ accessToken });
  await everywhere((await newWebPerson()).accessToken).expect(401);
  expect(await list(first.cookie)).toHaveLength(2);
  await everywhere(person.accessToken).expect(204);
  for (const ended of [first, second]) await expectOver(ended);
  expect(await refreshesAt(shop, app.refreshToken, appClientId)).toBe(false);
  await everywhere(person.accessToken).expect(401);
});

it('A sign-in on another kind of device is written about to the account’s address, in words that say what to do', async () => {
  const withMail = await openShop({ mail: true });
  try {
    const person = await newPerson(withMail, undefined, webClientId);
    for (const userAgent of [
      'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0',
      'Mozilla/5.0 (iPhone) CriOS/141.0',
    ]) {
      const tokens = await signIn(withMail, person.username, webClientId);
      await beginSession(withMail, tokens, { 'user-agent': userAgent }).expect(200);
    }
    const letters = () =>
      withMail.sandbox.inbox
        .list(person.email)
        .filter(({ subject }) => subject === 'A sign-in on a new device');
    await expect.poll(letters, { interval: 100 }).toHaveLength(1);
    expect(letters()[0]?.text).toContain('Chrome on an iPhone');
    expect(letters()[0]?.text).toContain(`${withMail.url}/account/forgot-password`);
  } finally {
    await withMail.close();
  }
});

it('They end here also while the identity service is down, which is said', async () => {
  const person = await newWebPerson();
  const [other, mine] = [await anotherBrowser(person), await anotherBrowser(person)];
  shop.sandbox.identity.injectFault({ operation: 'RevokeToken', drop: true, times: 1 });
  const { body } = await request(shop.url).delete(path).set({ cookie: mine.cookie }).expect(503);
  expect(body).toMatchObject({ code: 'identity_provider_unavailable' });
  await readUnlockedContent(shop, { cookie: other.cookie }).expect(401);
});
