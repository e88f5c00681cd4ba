import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anna as someone } from '#tests/support/accounts.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { giveGrant, listGrants, revokeGrant, showGrant } from './customer-grants.ts';
import { runImport } from './imports.ts';

/** With an id as the user pool makes them. */
const anna = { ...someone, id: 'a11a5eed-0000-4000-8000-000000000001' };

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());
const owned = async (account = anna) =>
  (await desk.ledger.ownedGrants(account, desk.clock())).map(({ adventureId }) => adventureId);

describe('A grant without a sale', () => {
  it('given to an address waits for its verified owner', async () => {
    const id = await giveGrant(desk.needs, ' Anna@Example.com ', 'fist', ' won a competition ');
    expect(await owned({ ...anna, emailVerified: false })).toEqual([]);
    expect(await owned()).toEqual(['fist']);
    expect(await listGrants(desk.needs, anna.id)).toMatchObject([
      {
        ...{
          id,
          adventureId: 'fist',
          accountId: anna.id,
          email: anna.email,
          source: 'operator',
          origin: null,
        },
        ...{ grantedAt: at, claimedAt: at, withheldReason: null, revokedAt: null, revokedReason: null },
        history: [
          { what: 'granted', reason: 'operator', actor: 'operator:kim', eventId: null, at },
          { what: 'claimed', reason: 'verified_email', actor: 'account', eventId: null, at },
        ],
      },
    ]);
    expect(await desk.recorded()).toEqual([
      ['grants.give', 'a•••@example.com', 'won a competition', { adventureId: 'fist', grant: id }],
      ['grants.list', anna.id, null, {}],
    ]);
  });

  it('given to an account is there at once, whatever its address', async () => {
    const id = await giveGrant(desk.needs, anna.id, 'fod', 'because');
    expect(await owned({ ...anna, emailVerified: false })).toEqual(['fod']);
    expect(await listGrants(desk.needs, anna.id)).toMatchObject([{ id, email: null, claimedAt: at }]);
    expect(await desk.recorded()).toMatchObject([['grants.give', anna.id, 'because', {}], {}]);
  });

  it('is refused for a name by which no account is known', async () => {
    for (const typed of ['anna', `x${anna.id}`, `${anna.id}x`])
      await expect(giveGrant(desk.needs, typed, 'fod', 'because')).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(`No account is known by the name ${typed}. Name the e-mail address`),
      });
    // An id of any other form is taken once the shop has seen it.
    await desk.sell(1, { accountId: 'old-pool' }, []);
    expect(await giveGrant(desk.needs, 'old-pool', 'fod', 'because')).toBeGreaterThan(0);
  });

  it.each([[anna.email], [anna.id]])(
    'given again to %s after a lost answer is the same, for ten minutes',
    async (key) => {
      const give = () => giveGrant(desk.needs, key, 'fist', 'because');
      const first = await give();
      await owned();
      desk.turnTo(new Date(at.getTime() + 10 * 60_000));
      expect(await give()).toBe(first);
      expect(await giveGrant(desk.needs, key, 'fod', 'because')).not.toBe(first);
      desk.turnTo(new Date(at.getTime() + 10 * 60_000 + 1));
      const second = await give();
      expect(second).not.toBe(first);
      await revokeGrant(desk.needs, second, 'the wrong one');
      expect(await give()).toBeGreaterThan(second);
    },
  );

  it('queues under whoever gets it, so that a claim or an erasure does not miss it', async () => {
    await giveGrant(desk.needs, anna.email, 'fod', 'because');
    await giveGrant(desk.needs, anna.id, 'fod', 'because');
    expect(desk.locks).toEqual([['address anna@example.com'], [`account ${anna.id}`]]);
  });

  it.each([
    [
      'anna@',
      'fod',
      'because',
      'invalid_email',
      'email',
      '"anna@" is no whole e-mail address. "orders find" takes a part of one.',
    ],
    [anna.id, 'moon', 'because', 'invalid_request', 'adventure', 'Nothing is called moon: fod, fist, '],
    [anna.id, 'fod', ' ', 'invalid_request', 'reason', 'Say why, in a few words.'],
  ])('is not given to %s of %s for %j', async (typed, adventure, why, code, field, words) => {
    await expect(giveGrant(desk.needs, typed, adventure, why)).rejects.toMatchObject({
      ...{ code, field, message: expect.stringContaining(words) },
    });
    expect(await desk.recorded()).toEqual([]);
  });

  it('is not given to an account that was erased', async () => {
    await desk.ledger.completeErasure(anna.id, at);
    await expect(giveGrant(desk.needs, anna.id, 'fod', 'because')).rejects.toMatchObject({
      ...{ code: 'not_found', message: expect.stringContaining(`The account ${anna.id} was deleted`) },
    });
    expect(await desk.recorded()).toEqual([]);
  });
});

describe('The grants of a customer', () => {
  it('are those of this address or account alone, oldest first, each with what it came from and its own history', async () => {
    await desk.ledger.addActivationCodes([{ code: 'c', campaign: 'c', unlocks: ['coc_aatt'] }], at);
    await desk.ledger.redeemCode('c', anna, later);
    await desk.sell(2, { accountId: anna.id });
    await desk.sell(1);
    await giveGrant(desk.needs, 'bo@example.com', 'fist', 'because');
    const line = { key: 'k', email: anna.email, adventureIds: ['fist'] as const, grantedAt: new Date(0) };
    const { importId } = await runImport(desk.needs, 'backers', 'list.csv', [line], () => undefined);
    const of = async (typed: string) =>
      (await listGrants(desk.needs, typed)).map(({ adventureId, source, origin, history }) => [
        ...[adventureId, source, origin, history.map(({ what }) => what).join()],
      ]);
    expect(await of(anna.email)).toEqual([
      ['fist', 'import', `import ${importId}`, 'granted'],
      ['fod', 'purchase', 'cs_1', 'granted'],
      ['fod', 'purchase', 'cs_2', 'granted'],
    ]);
    expect(await of(anna.id)).toEqual([
      ['fod', 'purchase', 'cs_2', 'granted'],
      ['coc_aatt', 'code', 'c', 'granted'],
    ]);
    expect(await of('cy@example.com')).toEqual([]);
  });

  it('are found by number too, one at a time, before one is taken away', async () => {
    await giveGrant(desk.needs, anna.id, 'fod', 'because');
    const id = await giveGrant(desk.needs, anna.email, 'fist', 'because');
    expect(await showGrant(desk.needs, id)).toMatchObject({ id, adventureId: 'fist', email: anna.email });
    await expect(showGrant(desk.needs, 4711)).rejects.toMatchObject({ code: 'not_found' });
    expect((await desk.recorded()).slice(2)).toEqual([
      ['grants.show', `grant ${id}`, null, {}],
      ['grants.show', 'grant 4711', null, {}],
    ]);
  });

  it('come in the order in which they were made where they began at the same time', async () => {
    const given = [];
    for (const adventure of ['fist', 'fod', 'coc_aatt']) {
      given.push(await giveGrant(desk.needs, anna.email, adventure, 'because'));
    }
    expect((await listGrants(desk.needs, anna.email)).map(({ id }) => id)).toEqual(given);
  });
});

describe('A grant that is taken away', () => {
  it('is gone for good, with a reason, and can be taken once', async () => {
    const id = await giveGrant(desk.needs, anna.id, 'fod', 'because');
    const other = await giveGrant(desk.needs, anna.id, 'fist', 'because');
    desk.turnTo(later);
    await revokeGrant(desk.needs, id, ' a mistake ');
    expect(await owned()).toEqual(['fist']);
    expect((await listGrants(desk.needs, anna.id)).find((grant) => grant.id === id)).toMatchObject({
      ...{ revokedAt: later, revokedReason: 'operator' },
      history: [
        { what: 'granted' },
        { what: 'revoked', reason: 'operator', actor: 'operator:kim', eventId: null, at: later },
      ],
    });
    for (const gone of [id, 4711]) {
      await expect(revokeGrant(desk.needs, gone, 'again')).rejects.toMatchObject({
        ...{ code: 'not_found', message: `There is no grant ${gone}, or it is revoked already.` },
      });
    }
    await expect(revokeGrant(desk.needs, other, ' ')).rejects.toThrow('Say why');
    expect((await desk.recorded()).filter(([action]) => action === 'grants.revoke')).toEqual([
      ['grants.revoke', `grant ${id}`, 'a mistake', {}],
    ]);
  });
});
