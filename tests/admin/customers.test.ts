import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimAs, linkOf } from '#tests/support/claim-calls.ts';
import { buy, postCheckout, press, readUnlockedContent, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { beginSession, cookieOf, refreshesAt } from '#tests/support/sessions.ts';
import { webClientId } from '#tests/support/shop.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

describe('customers and grants', () => {
  it('show tells everything known of an address or an account', async () => {
    const person = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fod'], person.email);
    await unlockedIds(desk.shop, person.idToken);
    const { out } = await desk.run(['customers', 'show', person.email.toUpperCase()]);
    for (const part of [sessionId, 'fod', 'claimed', 'verified_email']) expect(out).toContain(part);
    const record = (await desk.run(['customers', 'show', person.email, '--json'])).json<{
      identities: { accountId: string }[];
    }>();
    const accountId = record.identities.find((identity) => identity.accountId)?.accountId ?? '';
    expect((await desk.run(['customers', 'show', accountId])).out).toContain(sessionId);
  });

  it('show takes the user name of whoever is signed in; of a part of an address it says what to name instead', async () => {
    const person = await newPerson(desk.shop, undefined, webClientId);
    await beginSession(desk.shop, person).expect(200);
    expect((await desk.run(['customers', 'show', person.username])).out).toContain(person.email);
    for (const typed of [person.email.split('@')[0] ?? '', newEmail()])
      expect(await desk.run(['customers', 'show', typed])).toMatchObject({
        ...{ code: 1, out: '' },
        err: expect.stringContaining(
          `Nothing is known of ${typed}. Name the whole address or the account id`,
        ),
      });
    expect(await desk.run(['customers', 'show', 'no@address'])).toMatchObject({
      ...{
        code: 1,
        err: expect.stringContaining('no whole e-mail address. "orders find" takes a part of one'),
      },
    });
    expect(await desk.run(['grants', 'list', newEmail()])).toMatchObject({
      ...{ code: 0, out: '(none)\n', err: expect.stringContaining('"customers show" says') },
    });
  });

  it('revoke of one of a gift’s unlocks names the other one, by which the gift stays opened', async () => {
    const order = { products: [{ id: 'fod' }, { id: 'fist' }], baseUrl: desk.shop.url, email: newEmail() };
    const paid = await postCheckout(desk.shop, { ...order, gift: true }).expect(200);
    const payUrl: string = paid.body.redirect_url;
    await press(payUrl, 'pay');
    await desk.shop.sandbox.stripe.deliveriesSettled();
    const session = payUrl.slice(payUrl.lastIndexOf('/') + 1);
    const cookies = [paid.get('set-cookie') ?? []]
      .flat()
      .map((each) => each.split(';')[0])
      .join('; ');
    const reader = await newPerson(desk.shop);
    await claimAs(desk.shop, reader.idToken, await linkOf(desk.shop, session, { cookie: cookies }));
    const { grants } = (await desk.run(['orders', 'show', session, '--json'])).json<{
      grants: { id: number }[];
    }>();
    const revoke = (at: number) =>
      desk.run(['grants', 'revoke', String(grants[at]?.id), '--reason', 'x', '--yes']);
    expect((await revoke(0)).err).toContain(
      `The gift stays opened by grant ${grants[1]?.id}: revoke that too`,
    );
    expect(await revoke(1)).toMatchObject({ code: 0, err: expect.not.stringContaining('stays opened') });
  });

  it('give, list and revoke a grant, each with a reason', async () => {
    const person = await newPerson(desk.shop);
    const give = ['grants', 'give', person.email, 'coc_aatt', '--reason', 'won a competition', '--json'];
    const { grant } = (await desk.run(give)).json<{ grant: number }>();
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['coc_aatt']);
    expect((await desk.run(['grants', 'list', person.email])).out).toMatch(/coc_aatt +operator/);
    expect((await desk.run(['customers', 'show', person.email])).out).toMatch(
      new RegExp(`Given and taken by hand\n.+\n.+grants\\.give +${grant} +won a competition`),
    );
    const revoke = ['grants', 'revoke', String(grant), '--reason', 'a mistake', '--yes'];
    expect(await desk.run(revoke.slice(0, -1))).toMatchObject({
      ...{
        code: 3,
        err: expect.stringMatching(`^Grant ${grant}: coc_aatt for ${person.email}, by operator since `),
      },
    });
    expect(await desk.run(['grants', 'revoke', '4711', '--reason', 'x'])).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('There is no grant 4711: "grants list" shows') },
    });
    expect((await desk.run(revoke)).code).toBe(0);
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual([]);
    expect(await desk.run(revoke)).toMatchObject({ code: 1 });
    expect(await desk.run(['grants', 'revoke', 'all', '--reason', 'x', '--yes'])).toMatchObject({ code: 2 });
    const typo = newEmail();
    expect((await desk.run(['grants', 'give', typo, 'fod', '--reason', 'x'])).out).toMatch(
      new RegExp(`^Grant \\d+: fod is given to ${typo}\\. Nothing else is known of this address`),
    );
    expect(await desk.run(['grants', 'give', person.email, 'chess', '--reason', 'x'])).toMatchObject({
      code: 1,
    });
    expect(await desk.run(['grants', 'give', person.email, 'fod', '--reason', ' '])).toMatchObject({
      code: 1,
    });
  });

  it('export writes the copy of their data that a person may ask for', async () => {
    const person = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fist'], person.email);
    const copy = (await desk.run(['customers', 'export', person.email, '--json'])).json();
    expect(copy).toMatchObject({
      key: person.email,
      orders: [{ purchase: { checkoutSessionId: sessionId }, standing: 'paid' }],
      grants: [{ adventureId: 'fist' }],
    });
    const out = desk.path('copy.json');
    expect((await desk.run(['customers', 'export', person.email, '--out', out])).code).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ key: person.email });
    expect(await desk.run(['customers', 'export', newEmail()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing is known'),
    });
  });

  it('erase takes unlocks, sessions and links away and keeps the payment', async () => {
    const person = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fist'], person.email);
    await unlockedIds(desk.shop, person.idToken);
    const erase = ['customers', 'erase', person.email, '--reason', 'asked by letter'];
    expect((await desk.run(erase)).code).toBe(3);
    const erased = await desk.run([...erase, '--yes']);
    expect(erased.out).toMatch(/^1 unlocks and 0 sessions erased, .* 1 payment records kept/);
    expect(erased.err).toContain('still in the user pool');
    await expect(unlockedIds(desk.shop, person.idToken)).rejects.toThrow('unlocked-content answered 401');
    expect((await desk.run(['orders', 'show', sessionId])).out).toContain('customer_erased');
    expect((await desk.run(['actions', '--json'])).out).not.toContain(person.email);
  });

  it('erase asks nothing about somebody of whom nothing is known, and otherwise says whom and how much', async () => {
    const { email } = await newPerson(desk.shop);
    const ask = () =>
      desk.run(['customers', 'erase', email.toUpperCase(), '--reason', 'x'], { answer: 'no' });
    expect(await ask()).toMatchObject({ code: 1, err: expect.stringMatching(/^Nothing is known of /) });
    await buy(desk.shop, ['fist'], email);
    expect(await ask()).toMatchObject({
      code: 3,
      err: expect.stringMatching(new RegExp(`^${email}: 1 unlocks, 1 orders, 0 gifts to them\\.\n`)),
    });
  });

  it('sign-out ends every browser session at once with its refresh token, and says how the app is signed out', async () => {
    const person = await newPerson(desk.shop, undefined, webClientId);
    const begun = await beginSession(desk.shop, person).expect(200);
    const signOut = ['customers', 'sign-out', person.email, '--reason', 'a lost phone'];
    const { code, out, err } = await desk.run(signOut);
    expect([code, out]).toEqual([0, '1 sessions ended.\n']);
    expect(err).toMatch(/admin-user-global-sign-out .*--username [\w-]+/);
    await readUnlockedContent(desk.shop, { cookie: cookieOf(begun) }).expect(401);
    expect(await refreshesAt(desk.shop, person.refreshToken)).toBe(false);
    const actions = (await desk.run(['actions', '--json'])).out;
    expect(actions).toContain('customers.sign-out');
    expect(actions).not.toContain(person.email);
    expect(await desk.run(['customers', 'sign-out', newEmail(), '--reason', 'x'])).toMatchObject({ code: 1 });
    const again = await newPerson(desk.shop, undefined, webClientId);
    await beginSession(desk.shop, again).expect(200);
    desk.shop.sandbox.identity.injectFault({ operation: 'RevokeToken', drop: true, times: 1 });
    const outage = await desk.run(['customers', 'sign-out', again.email, '--reason', 'x']);
    expect(outage).toMatchObject({ code: 0, err: expect.stringContaining('did not answer for 1 of them') });
  });

  it('never mixes two owners of one address', async () => {
    const first = await newPerson(desk.shop);
    await buy(desk.shop, ['fist'], first.email);
    await unlockedIds(desk.shop, first.idToken);
    const second = desk.shop.sandbox.identity.mintToken({
      use: 'id',
      claims: { sub: 'second-owner', 'cognito:username': 'second', email: first.email, email_verified: true },
    });
    await buy(desk.shop, ['fod'], first.email);
    expect(await unlockedIds(desk.shop, second)).toEqual(['fod']);
    for (const verb of ['export', 'erase']) {
      const reason = verb === 'erase' ? ['--reason', 'x', '--yes'] : [];
      const refused = await desk.run(['customers', verb, first.email, ...reason]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('second-owner') });
    }
    for (const verb of ['export', 'erase']) {
      const reason = verb === 'erase' ? ['--reason', 'x', '--yes'] : [];
      expect(await desk.run(['customers', verb, first.email, '--address-only', ...reason])).toMatchObject({
        ...{ code: 1, err: expect.stringContaining('that is on no account') },
      });
    }
    const waiting = ['customers', 'erase', first.email, '--address-only', '--reason', 'x'];
    await buy(desk.shop, ['fod'], first.email);
    expect(await desk.run(waiting, { answer: 'no' })).toMatchObject({
      ...{
        code: 3,
        err: expect.stringMatching(/: 1 unlocks, 1 orders, .*what is on an account stays there/s),
      },
    });
    expect((await desk.run([...waiting, '--yes'])).out).toMatch(/^1 unlocks and 0 sessions erased/);
    expect((await desk.run(['customers', 'erase', 'second-owner', '--reason', 'x', '--yes'])).code).toBe(0);
    await expect(unlockedIds(desk.shop, second)).rejects.toThrow('unlocked-content answered 401');
    expect(await unlockedIds(desk.shop, first.idToken)).toEqual(['fist']);
  });
});
