import { expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import { purchaseOf, smallShop } from '#tests/support/small-shop.ts';
import { recogniseViewer } from './recognise-viewer.ts';

it('Who looks at an order signed in gets what they gave away on their account first; who looks as a guest gets nothing', async () => {
  const shop = smallShop();
  const gift = { ...purchaseOf(), isGift: true };
  await shop.verbs.recordPurchase(gift, ['fod'], { by: 'webhook', event: null }, shop.now);
  const guest = { account: null, browserId: null };
  expect(await recogniseViewer(shop.ledger, guest)).toBe(guest);
  expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: null });
  const giver = { account: anna, browserId: null };
  expect(await recogniseViewer(shop.ledger, giver)).toBe(giver);
  expect(await shop.verbs.findPurchase('cs_1')).toMatchObject({ accountId: anna.id });
});
