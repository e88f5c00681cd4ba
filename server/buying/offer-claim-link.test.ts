import { beforeEach, describe, expect, it } from 'vitest';
import { anna, bo, testCipher } from '#tests/support/accounts.ts';
import { claimWith, newLink, previewOf } from '#tests/support/claims.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  sessionOf,
  smallShop,
} from '#tests/support/small-shop.ts';
import { offerClaimLink } from './offer-claim-link.ts';
import { anybody, type Viewer } from './order-viewer.ts';
import type { NewPurchase } from './records.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const asAnna: Viewer = { account: anna, browserId: null };
const record = (over: Partial<NewPurchase> = {}) =>
  shop.verbs.recordPurchase({ ...purchaseOf({ accountId: anna.id }), ...over }, ['fod'], byPage, noon);
const offer = (viewer = asAnna) =>
  offerClaimLink({ ...shop, cipher: testCipher }, 'cs_1', viewer, 'https://shop.example');
const giveBack = () => shop.verbs.recordPaymentFact(refundOf(), byPage, noon);
const moveAway = () => shop.verbs.moveOrder('cs_1', bo.email, noon);
const tokenOf = ({ url }: { url: string }) => url.replace('https://shop.example/open/', '');

describe('the claim link of an order', () => {
  it('opens what was bought, for thirty days from when it was last shown', async () => {
    await record();
    const link = await offer();
    expect(link).toEqual({
      url: expect.stringMatching(/^https:\/\/shop\.example\/open\/[A-Za-z0-9_-]{43}$/),
      expiresAt: days(30).toISOString(),
    });
    expect(await claimWith(shop.ledger, anna, tokenOf(link), noon)).toBe('ok fod, again');
    shop.now = days(3);
    expect(await offer()).toEqual({ ...link, expiresAt: days(33).toISOString() });
  });

  it('stays good as long as was said once, though the clock was set back since', async () => {
    await record();
    const link = await offer();
    shop.now = days(-3);
    expect(await offer()).toEqual(link);
  });

  it('is another one once it was used: what somebody else has seen is not shown again', async () => {
    await record({ accountId: null });
    const used = await newLink(shop.ledger, 'cs_1', noon);
    expect(await claimWith(shop.ledger, bo, used, noon)).toBe('ok fod');
    const link = await offer({ account: bo, browserId: null });
    expect(tokenOf(link)).not.toBe(used);
  });

  it('of a gift is good for a year, and is not shown any more once somebody has opened it', async () => {
    await record({ isGift: true });
    const link = await offer();
    expect(link.expiresAt).toBe(days(365).toISOString());
    expect(await claimWith(shop.ledger, bo, tokenOf(link), noon)).toBe('ok fod');
    await expect(offer()).rejects.toMatchObject({ code: 'claim_link_not_possible' });
  });

  it('is shown while the payment is on its way, and opens nothing before the money is here', async () => {
    shop.sessions.push(
      sessionOf({ accountId: anna.id, paymentStatus: 'unpaid', status: 'complete', createdAt: minutes(-30) }),
    );
    const link = await offer();
    expect((await previewOf(shop.ledger, tokenOf(link), noon)).state).toBe('order_not_paid');
  });
});

describe('no claim link is shown', () => {
  const impossible = {
    code: 'claim_link_not_possible',
    message: 'There is nothing in this order to open in the app now.',
  };

  it('where there is no such order', async () => {
    await expect(offer()).rejects.toMatchObject({ code: 'order_not_found' });
  });

  it('to anybody but the buyer', async () => {
    await record();
    const refusal = { code: 'forbidden', message: expect.stringContaining('can do this.') };
    await expect(offer(anybody)).rejects.toMatchObject(refusal);
    await expect(offer({ account: bo, browserId: 'a browser' })).rejects.toMatchObject(refusal);
  });

  it('while nothing is paid, and when the money went back', async () => {
    shop.sessions.push(sessionOf({ accountId: anna.id, paymentStatus: 'unpaid', status: 'open' }));
    await expect(offer()).rejects.toMatchObject(impossible);
    shop.sessions.length = 0;
    await record();
    await giveBack();
    await expect(offer()).rejects.toMatchObject(impossible);
  });

  it.each([
    ['that was moved at this moment: the move has ended its links', moveAway, 'forbidden'],
    ['whose money went back at this moment', giveBack, impossible.code],
  ])('of an order %s', async (_what, happens, code) => {
    await record();
    const { ledger } = shop;
    shop.ledger = {
      ...ledger,
      async write(locks, script) {
        await happens();
        return ledger.write(locks, script);
      },
    };
    await expect(offer()).rejects.toMatchObject({ code });
  });
});
