import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOtherSessions, patternOf, readSession } from '#shared/endpoints.ts';
import { type LedgerVerbs, openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, control, newBrowser, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person } from '#tests/support/people.ts';
import { beginSession, cookieOf, deleteAccount, signOut } from '#tests/support/sessions.ts';
import { openShop, type Shop, webClientId } from '#tests/support/shop.ts';

let shop: Shop;
let ledger: LedgerVerbs;
let shiftMs = 0;
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + shiftMs), sandboxClock: () => new Date() });
  ledger = openVerbs(shop.config.databaseFile, () => new Date());
});
afterAll(async () => {
  await ledger.close();
  await shop.close();
});

const stranger = () => newBrowser(shop);
const masked = /^r•••@example\.com$/;
const paid = async (ids: string[], email: string, headers: Record<string, string> = {}) => {
  const browser = newBrowser(shop);
  const opened = await browser.checkout(ids, email, headers);
  await press(opened.payUrl, 'pay');
  await shop.sandbox.stripe.deliveriesSettled();
  return { browser, ...opened };
};

describe('the address of an order is told whole', () => {
  it('to the browser that paid, and masked to everybody else who has the link', async () => {
    const email = newEmail();
    const { browser, sessionId } = await paid(['fod'], email);
    expect(await browser.order(sessionId)).toMatchObject({ email, yours: true, mayCorrectAddress: true });
    const other = stranger();
    await other.checkout(['fod'], email);
    for (const cookie of ['', other.cookie, `browser=${'A'.repeat(22)}`, `${browser.cookie}x`]) {
      const told = await stranger().order(sessionId, { cookie });
      expect(told.email).toMatch(masked);
      expect(told).not.toHaveProperty('yours');
      expect(told).not.toHaveProperty('mayCorrectAddress');
    }
  });

  it('to the signed-in owner in any browser, and not to another account', async () => {
    const [owner, other] = [await newPerson(shop), await newPerson(shop)];
    const { sessionId } = await paid(['fod'], '', bearer(owner.idToken));
    expect(await stranger().order(sessionId, bearer(owner.idToken))).toMatchObject({
      email: owner.email,
      yours: true,
    });
    expect((await stranger().order(sessionId, bearer(other.idToken))).email).toMatch(masked);
  });

  it('and not to the next person who signs in where its account paid: neither the order nor its place', async () => {
    const [owner, next] = [await newPerson(shop), await newPerson(shop)];
    const { browser, sessionId } = await paid(['fod'], '', bearer(owner.idToken));
    const own = await browser.checkout(['fod'], '', bearer(next.idToken));
    expect(new URL(own.payUrl).pathname).toBe(`/pay/${own.sessionId}`);
    const told = await browser.order(sessionId, bearer(next.idToken));
    expect(told.email).toMatch(masked);
    expect(told).not.toHaveProperty('yours');
    for (const headers of [bearer(owner.idToken), {}])
      expect(await browser.order(sessionId, headers)).toMatchObject({ email: owner.email, yours: true });
  });

  it.each([
    ['signed out there', (_: Person, cookie: string) => signOut(shop, cookie)],
    [
      'deleted the account there',
      (owner: Person, cookie: string) => deleteAccount(shop, owner).set({ cookie }),
    ],
    [
      'ended the session from elsewhere',
      async ({ idToken }: Person, cookie: string) => {
        await request(shop.url).delete(patternOf(endOtherSessions)).set(bearer(idToken)).expect(204);
        return request(shop.url).get(patternOf(readSession)).set({ cookie });
      },
    ],
  ])('and not to who uses a browser after its buyer has %s', async (_, leave) => {
    const owner = await newPerson(shop, undefined, webClientId);
    const { browser, sessionId } = await paid(['fod'], newEmail());
    const session = cookieOf(await beginSession(shop, owner, { cookie: browser.cookie }));
    // Signing out without a session changes nothing: the buyer paid as a guest.
    expect(cookieOf(await signOut(shop, browser.cookie))).not.toContain('browser=');
    expect(cookieOf(await leave(owner, `${browser.cookie}; ${session}`))).toMatch(/\bbrowser=(;|$)/);
    expect((await browser.order(sessionId, { cookie: 'browser=' })).email).toMatch(masked);
  });

  it('with whether it is on an account, as on their own or on another one', async () => {
    const owner = await newPerson(shop);
    const signedIn = await paid(['fod'], '', bearer(owner.idToken));
    const told = (headers: Record<string, string> = {}) =>
      signedIn.browser.order(signedIn.sessionId, headers);
    expect((await told(bearer(owner.idToken))).onAccount).toBe('yours');
    expect((await told(bearer((await newPerson(shop)).idToken))).onAccount).toBe('another');
    expect((await told()).onAccount).toBe('another');

    const email = newEmail();
    const guest = await paid(['fist'], email);
    expect(await guest.browser.order(guest.sessionId)).not.toHaveProperty('onAccount');
    await unlockedIds(shop, (await newPerson(shop, email)).idToken);
    expect((await guest.browser.order(guest.sessionId)).onAccount).toBe('another');
  });

  it('before it is paid as well, and for 30 days', async () => {
    const email = newEmail();
    const browser = newBrowser(shop);
    const { sessionId, payUrl } = await browser.checkout(['fod'], email);
    expect(await browser.order(sessionId)).toMatchObject({ status: 'open', email, yours: true });
    await press(payUrl, 'pay');
    shiftMs = 30 * 24 * 3600 * 1000;
    expect((await browser.order(sessionId)).email).toMatch(masked);
    shiftMs = 0;
  });
});

describe('the buyer corrects the address', () => {
  it('and what was bought waits for the new one, which an account with it claims; it is kept with the order', async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const { browser, sessionId } = await paid(['fod'], wrong);
    const answer = await browser.correct(sessionId, ` ${right.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ email: right, yours: true }),
    ]);
    expect(await unlockedIds(shop, (await newPerson(shop, wrong)).idToken)).toEqual([]);
    expect(await unlockedIds(shop, (await newPerson(shop, right)).idToken)).toEqual(['fod']);
    const { history } = await ledger.orderGrants(sessionId);
    expect(history.map(({ what, actor }) => `${actor} ${what}`)).toEqual([
      'webhook granted',
      'buyer moved',
      'account claimed',
    ]);
    expect(shop.logText()).not.toContain(right);
  });

  it('not once somebody else has claimed it: nothing can be taken out of another account', async () => {
    const { browser, sessionId } = await paid(['fod'], newEmail());
    const thief = newEmail();
    const claimed = await ledger.findPurchase(sessionId);
    const owner = await newPerson(shop, claimed?.email);
    expect(await unlockedIds(shop, owner.idToken)).toEqual(['fod']);
    expect(await browser.order(sessionId)).not.toHaveProperty('mayCorrectAddress');
    const answer = await browser.correct(sessionId, thief);
    expect([answer.status, answer.body.code]).toEqual([409, 'correction_not_possible']);
    // Nor by another account in the browser that paid.
    const other = await newPerson(shop, thief);
    expect((await browser.correct(sessionId, thief, bearer(other.idToken))).status).toBe(409);
    expect(await unlockedIds(shop, owner.idToken)).toEqual(['fod']);
    expect(await unlockedIds(shop, other.idToken)).toEqual([]);
  });

  it('but not an account’s own, which it has proved: a wrong letter would give the order away', async () => {
    const owner = await newPerson(shop);
    const { browser, sessionId } = await paid(['fod'], '', bearer(owner.idToken));
    const seen = await browser.order(sessionId, bearer(owner.idToken));
    expect(seen).toMatchObject({ email: owner.email, yours: true });
    expect(seen).not.toHaveProperty('mayCorrectAddress');
    for (const asking of [browser, stranger()]) {
      const answer = await asking.correct(sessionId, newEmail(), bearer(owner.idToken));
      expect([answer.status, answer.body.code]).toEqual([409, 'correction_not_possible']);
    }
    expect(await unlockedIds(shop, owner.idToken)).toEqual(['fod']);
  });

  it('and nobody else, whoever has the link, and no other site’s page in the buyer’s browser', async () => {
    const email = newEmail();
    const { browser, sessionId } = await paid(['fod'], email);
    for (const headers of [{}, bearer((await newPerson(shop)).idToken)]) {
      const answer = await stranger().correct(sessionId, newEmail(), headers);
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    const forged = await browser.correct(sessionId, newEmail(), { origin: 'https://evil.example' });
    expect([forged.status, forged.body.code]).toEqual([403, 'cross_site_request']);
    expect((await browser.order(sessionId)).email).toBe(email);
  });

  it('three times, with an address that is one, of an order that is there and paid', async () => {
    const { browser, sessionId } = await paid(['fod'], newEmail());
    expect((await browser.correct(sessionId, 'nobody')).body).toMatchObject({
      code: 'invalid_email',
      field: 'email',
    });
    for (let time = 0; time < 3; time += 1) {
      expect((await browser.correct(sessionId, newEmail())).status).toBe(200);
    }
    expect(await browser.order(sessionId)).not.toHaveProperty('mayCorrectAddress');
    expect((await browser.correct(sessionId, newEmail())).body.code).toBe('correction_not_possible');
    // The same address is no correction, and is accepted.
    const { email } = await browser.order(sessionId);
    expect((await browser.correct(sessionId, email ?? '')).status).toBe(200);
    expect((await browser.correct('cs_test_nobodyknows', newEmail())).status).toBe(404);
    expect((await browser.correct('nonsense', newEmail())).status).toBe(404);
    const unpaid = await browser.checkout(['fist'], newEmail());
    expect((await browser.correct(unpaid.sessionId, newEmail())).body.code).toBe('correction_not_possible');
  });
});

describe('an order that is not paid', () => {
  it('tells its buyer alone where to pay while it is open, and where to open it again once it has expired', async () => {
    const email = newEmail();
    const browser = newBrowser(shop);
    const { sessionId, payUrl } = await browser.checkout(['fod'], email);
    expect(await browser.order(sessionId)).toMatchObject({ status: 'open', paymentPage: payUrl });
    expect(await stranger().order(sessionId)).not.toHaveProperty('paymentPage');
    await press(payUrl, 'decline');
    expect(await browser.order(sessionId)).toMatchObject({ status: 'open', paymentPage: payUrl });

    await control(shop, 'expire', { checkout_session: sessionId });
    // After several look-ups in a second, an answer may be given again for a moment.
    await expect.poll(() => browser.order(sessionId)).toMatchObject({ status: 'expired' });
    const told = await browser.order(sessionId);
    expect(told.paymentPage).toBe(`${shop.sandboxUrl}/recover/${sessionId}`);
    expect(await stranger().order(sessionId)).not.toHaveProperty('paymentPage');
    const again = await fetch(told.paymentPage ?? '');
    await press(again.url, 'pay');
    await shop.sandbox.stripe.deliveriesSettled();
    // A reopened checkout belongs to the same buyer.
    const recovered = again.url.slice(again.url.lastIndexOf('/') + 1);
    expect(recovered).not.toBe(sessionId);
    expect(await browser.order(recovered)).toMatchObject({ status: 'paid', email, yours: true });
    expect((await stranger().order(recovered)).email).toMatch(masked);
  });

  it('whose place a newer one has taken says so, and is not opened again: it would ask for the same money twice', async () => {
    const browser = newBrowser(shop);
    const older = await browser.checkout(['fod'], newEmail());
    await browser.checkout(['fod'], newEmail());
    const told = await browser.order(older.sessionId);
    expect(told).toMatchObject({ status: 'expired', replaced: true });
    expect(told).not.toHaveProperty('paymentPage');
  });
});
