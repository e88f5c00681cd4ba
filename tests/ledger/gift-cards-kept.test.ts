import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOldCards } from '#server/buying/remove-old-cards.ts';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { removeOldAddressLetters } from '#server/outbox/address-letters.ts';
import { giftLinkDays, removeOldClaimLinks } from '#server/owning/claim-links.ts';
import { shopDay } from '#shared/shop-day.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { engines } from '#tests/support/engines.ts';
import { cecil, type GiftShop, lines, openGiftShop } from '#tests/support/gift-shop.ts';
import { days, disputeOf, minutes, refundOf, withdrawalOf } from '#tests/support/small-shop.ts';

const cards = query(
  `SELECT coalesce(recipient, '') || coalesce(sender, '') || coalesce(message, '') AS words FROM gifts
   UNION ALL SELECT recipient FROM letters WHERE kind = 'gift' AND recipient IS NOT NULL
   UNION ALL SELECT subject FROM address_letters WHERE kind = 'gift'`,
  text,
);
const card = { sender: 'Anna', message: 'Listen.' };

describe.each(engines)('the card of a gift, on $engine', ({ open }) => {
  let shop: GiftShop;
  let operator: OperatorNeeds;
  beforeEach(async () => {
    shop = await openGiftShop(open);
    operator = { ledger: shop.ledger, clock: () => shop.now, actor: 'operator:kim' };
  });
  afterEach(() => shop.ledger.close());

  async function isKeptOn(day: number): Promise<boolean> {
    shop.now = days(day);
    await shop.ledger.amend(() => removeOldClaimLinks(shop.now));
    await shop.ledger.amend(() => removeOldAddressLetters(shopDay(shop.now)));
    await shop.ledger.write([], () => removeOldCards(shop.now));
    return (await shop.ledger.read(() => cards.all())).some((words) => words !== '');
  }

  it('is forgotten 30 days after the gift was opened', async () => {
    await shop.give();
    await shop.wrap(card);
    await shop.claim(bo, await shop.link());
    expect([await isKeptOn(29), await isKeptOn(30)]).toEqual([true, false]);
  });

  it('is forgotten then though its letter is for a later day, with that letter, which is not sent once the gift is taken back', async () => {
    await shop.give();
    await shop.wrap({ ...card, sendOn: '2026-12-20' });
    await shop.claim(bo, await shop.link());
    expect([await isKeptOn(29), await isKeptOn(30)]).toEqual([true, false]);
    const [grant] = await listGrants(operator, bo.id);
    await revokeGrant(operator, grant?.id ?? 0, 'the wrong address');
    shop.now = days(365);
    expect((await shop.send()).filter(({ to }) => to === bo.email)).toEqual([]);
  });

  it('whose words went with its erased giver is forgotten then too: its letter still has the address', async () => {
    await shop.give();
    await shop.wrap({ ...card, sendOn: '2026-12-20' });
    await shop.verbs.completeErasure(anna.id, shop.now);
    expect(await isKeptOn(200)).toBe(true);
    await shop.claim(bo, await shop.link());
    expect([await isKeptOn(229), await isKeptOn(230)]).toEqual([true, false]);
  });

  const ends: [string, () => Promise<unknown>][] = [
    ['its money went back', () => shop.tell(refundOf({ asOf: shop.now }))],
    ['a bank took its money back', () => shop.tell(disputeOf({ status: 'lost', asOf: shop.now }))],
    ['its buyer withdrew', () => shop.verbs.recordWithdrawal('cs_1', withdrawalOf({ receivedAt: shop.now }))],
  ];
  describe.each([
    ['went out', undefined],
    ['is for a later day', '2026-12-20'],
  ])('whose letter %s', (_when, sendOn) => {
    it.each(ends)('is forgotten 30 days after %s, though nobody opened it', async (_what, end) => {
      await shop.give();
      await shop.wrap({ ...card, ...(sendOn && { sendOn }) });
      await shop.send();
      shop.now = days(10);
      await end();
      expect([await isKeptOn(39), await isKeptOn(40)]).toEqual([true, false]);
    });
  });

  it('is kept while some of what was given counts, or a bank only asks', async () => {
    await shop.give({ lines: lines('fod', 'fist') });
    await shop.wrap(card);
    await shop.send();
    await shop.tell(refundOf({ amountOre: 25_000, productIds: ['fod'], asOf: shop.now }));
    await shop.tell(disputeOf({ status: 'under_review', asOf: shop.now }));
    expect(await isKeptOn(300)).toBe(true);
  });

  it('is kept as long as its link is good, and forgotten 30 days after that', async () => {
    await shop.give();
    await shop.wrap(card);
    await shop.send();
    const over = giftLinkDays + 30;
    expect([await isKeptOn(over - 1), await isKeptOn(over)]).toEqual([true, false]);
  });

  it('is kept while its letter waits, and as long after its day as a link would be good where none was made yet', async () => {
    await shop.give();
    await shop.wrap({ ...card, sendOn: '2026-12-20' });
    expect(await isKeptOn(400)).toBe(true);
    await shop.wrap({ ...card, recipient: null });
    expect([await isKeptOn(400 + 394), await isKeptOn(400 + 395)]).toEqual([true, false]);
  });

  it('of a gift that an operator took back is forgotten 30 days later, unless a new one was written', async () => {
    await shop.give();
    await shop.wrap(card);
    await shop.send();
    await shop.claim(bo, await shop.link());
    shop.now = days(20);
    const [grant] = await listGrants(operator, bo.id);
    await revokeGrant(operator, grant?.id ?? 0, 'the wrong address');
    expect([await isKeptOn(49), await isKeptOn(50)]).toEqual([true, false]);
    await shop.wrap({ ...card, recipient: cecil.email });
    expect(await isKeptOn(70)).toBe(true);
    await shop.send();
    shop.now = minutes(1, days(90));
    expect(await isKeptOn(110)).toBe(true);
  });

  it('goes with the address of its recipient: its words are about them', async () => {
    await shop.give();
    await shop.wrap(card);
    await shop.verbs.beginErasure({
      ...{ accountId: bo.id, email: bo.email, requestedAt: shop.now },
      accessTokenEncrypted: new Uint8Array(),
    });
    await shop.verbs.completeErasure(bo.id, shop.now);
    expect(await shop.ledger.read(() => cards.all())).toEqual(['']);
  });
});
