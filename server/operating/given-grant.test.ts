import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCard } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { at, type OperatorsDesk, openDesk, purchaseOf } from '#tests/support/operators-desk.ts';
import { giveGrant } from './customer-grants.ts';
import { givenGrant } from './given-grant.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const accountId = 'a11a5eed-0000-4000-8000-000000000001';
const give = async (typed: string) =>
  givenGrant(desk.needs, await giveGrant(desk.needs, typed, 'fist', 'because'));

it('Of whoever was given something by a mistyped address or id nothing else is known, also when it is given again', async () => {
  for (const typed of ['nobody.typo@exmaple.com', accountId, accountId])
    expect(await give(typed)).toMatchObject({ adventureId: 'fist', accounts: [], isKnown: false });
  expect(await desk.recorded()).toHaveLength(3);
});

it('An account or address that was seen before is known, with the accounts that have used it', async () => {
  await desk.sell(1);
  expect(await give(anna.email)).toMatchObject({
    email: anna.email,
    accountId: null,
    accounts: [],
    isKnown: true,
  });
  await desk.ledger.ownedGrants(anna, desk.clock());
  expect(await give(anna.email)).toMatchObject({ accounts: [anna.id], isKnown: true });
  await desk.sell(2, { accountId, email: 'else@example.com' });
  // An id from a mail may come in capitals, and reaches the account all the same.
  expect(await give(accountId.toUpperCase())).toMatchObject({ accountId, email: null, isKnown: true });
});

it('An address to which a gift was sent is known', async () => {
  const by = { by: 'webhook', event: null } as const;
  await desk.ledger.recordPurchase({ ...purchaseOf(1), isGift: true }, ['fod'], by, at);
  const card = { recipient: bo.email, sender: 'Anna', message: 'For you', sendOn: '2025-12-24' };
  await desk.ledger.write([], () => writeCard(1, card));
  expect(await give(bo.email)).toMatchObject({ accounts: [], isKnown: true });
});
