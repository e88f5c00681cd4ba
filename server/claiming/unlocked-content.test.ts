import { beforeEach, describe, expect, it } from 'vitest';
import { completeErasure } from '#server/accounts/erasures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { adventuresOf, endGrants, withholdGrants } from '#server/owning/grants.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { byEva, byWebhook, grantsIn } from '#tests/support/grants.ts';
import { minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { ownedGrants, unlockedContent } from './unlocked-content.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const { give, buy, owned, grants } = grantsIn(() => shop);

describe('what an account owns', () => {
  it('costs one question, because an erased account owns nothing', async () => {
    await give({ accountId: anna.id }, ['fod']);
    let reads = 0;
    const counting: Ledger = {
      ...shop.ledger,
      read(script) {
        reads += 1;
        return shop.ledger.read(script);
      },
    };
    await ownedGrants(counting, anna, noon);
    expect(reads).toBe(1);
  });

  it('is not what came to wait for its address in the moment of the claim: the next look claims it', async () => {
    await give({ email: anna.email }, ['fod']);
    const late: Ledger = { ...shop.ledger, write: async <T>() => undefined as T };
    expect(await ownedGrants(late, anna, noon)).toEqual([]);
    expect(await owned()).toEqual(['fod']);
  });

  it('is told oldest first, at one time in the order of the grants, with where it comes from', async () => {
    await give({ accountId: anna.id }, ['fist'], minutes(2));
    await give({ accountId: anna.id }, ['fod'], minutes(1));
    await give({ accountId: anna.id }, ['coc_aatt'], minutes(1));
    expect(await ownedGrants(shop.ledger, anna, minutes(5))).toEqual([
      { adventureId: 'fod', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'coc_aatt', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'fist', source: 'operator', grantedAt: minutes(2) },
    ]);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual(['fist', 'fod', 'coc_aatt']);
    expect(await shop.ledger.read(() => adventuresOf(bo.id))).toEqual([]);
  });

  it('leaves out what is withheld and what was revoked', async () => {
    await buy(anna.email);
    await give({ accountId: anna.id }, ['fist']);
    await owned();
    await shop.ledger.write([], () => withholdGrants(1, () => 'refunded', byWebhook, noon));
    expect(await owned()).toEqual(['fist']);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual(['fist']);
    await shop.ledger.write([], () =>
      endGrants({ accountId: anna.id, email: null, until: noon }, 'customer_erased', byEva, noon),
    );
    expect(await owned()).toEqual([]);
    expect(await shop.ledger.read(() => adventuresOf(anna.id))).toEqual([]);
  });

  it('is refused to an account that was erased, also when something waits for its address', async () => {
    await completeErasure(shop.ledger, anna.id, noon);
    await expect(owned()).rejects.toMatchObject({ code: 'unauthorized' });
    await buy(anna.email);
    await expect(owned()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await grants()).toMatchObject([{ accountId: null }]);
  });

  it('is unlocked once each, with the grant that came first', async () => {
    await give({ accountId: anna.id }, ['fod'], minutes(2));
    await give({ accountId: anna.id }, ['fod'], minutes(1));
    await give({ accountId: anna.id }, ['fist'], minutes(3));
    expect(await unlockedContent(shop, anna)).toEqual([
      { adventureId: 'fod', source: 'operator', grantedAt: minutes(1) },
      { adventureId: 'fist', source: 'operator', grantedAt: minutes(3) },
    ]);
  });
});
