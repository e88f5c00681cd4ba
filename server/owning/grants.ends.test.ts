import { beforeEach, describe, expect, it } from 'vitest';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { byEva, grantsIn } from '#tests/support/grants.ts';
import { days, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { endGrants } from './grants.ts';

const revokeAll = command("UPDATE grants SET revoked_at = ?, revoked_reason = 'by_hand'");

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { give, history } = grantsIn(() => shop);

describe('the end of what somebody owns', () => {
  const end = (owner: { accountId: string | null; email: string | null }, at = days(1)) =>
    shop.ledger.write([], () => endGrants({ ...owner, until: at }, 'customer_erased', byEva, at));
  const ended = () =>
    shop.rows('SELECT {columns} FROM grants ORDER BY id', {
      ...{ accountId: nullable(text), email: nullable(text), revokedAt: nullable(time) },
      revokedReason: nullable(text),
    });

  it('takes account and address off the rows, of what it has and of what waits, and of nobody else', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await give({ email: anna.email }, ['fist']);
    await give({ accountId: bo.id, email: anna.email }, ['fod']);
    await give({ email: bo.email }, ['fod']);
    expect(await end({ accountId: anna.id, email: anna.email })).toBe(2);
    const gone = { accountId: null, email: null, revokedAt: days(1), revokedReason: 'customer_erased' };
    const stays = { revokedAt: null, revokedReason: null };
    expect(await ended()).toEqual([
      gone,
      gone,
      { accountId: bo.id, email: anna.email, ...stays },
      { accountId: null, email: bo.email, ...stays },
    ]);
    const revoked = { what: 'revoked', reason: 'customer_erased', actor: 'operator:eva', at: days(1) };
    expect((await history()).slice(4)).toMatchObject([revoked, revoked]);
  });

  it('leaves alone what waits for the address when no address is named', async () => {
    await give({ email: anna.email }, ['fod']);
    expect(await end({ accountId: anna.id, email: null })).toBe(0);
    expect(await ended()).toMatchObject([{ email: anna.email, revokedAt: null }]);
  });

  it('takes the owner off what was revoked before too, and does not tell its end twice', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await shop.ledger.amend(() => revokeAll.run(noon));
    const before = await history();
    expect(await end({ accountId: anna.id, email: null })).toBe(1);
    expect(await ended()).toEqual([
      { accountId: null, email: null, revokedAt: noon, revokedReason: 'by_hand' },
    ]);
    expect(await history()).toEqual(before);
  });

  it('ends only what is left', async () => {
    await give({ accountId: anna.id }, ['fod']);
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null, until: noon }, 'account_deleted', byEva, noon),
    );
    await give({ accountId: anna.id }, ['fist']);
    const before = await history();
    expect(await end({ accountId: anna.id, email: null })).toBe(1);
    expect(await ended()).toMatchObject([
      { revokedAt: noon, revokedReason: 'account_deleted' },
      { revokedAt: days(1), revokedReason: 'customer_erased' },
    ]);
    expect(await history()).toHaveLength(before.length + 1);
  });
});
