import { beforeEach, describe, expect, it } from 'vitest';
import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import { writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { letGoOfLetters } from '#server/outbox/outbox.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { unlocksAlso } from '#tests/support/bundle-that-grows.ts';
import {
  days,
  disputeOf,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  sessionOf,
  smallShop,
  withdrawalOf,
} from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';
import { byWebhook, openOutbox } from '../support/outbox.ts';

/** The text of letters about an order that unlocks less when they are sent than when it was paid. */
describe.each(engines)('a letter, on $engine', ({ open }) => {
  const outbox = openOutbox(open);
  const { withMail, buy, take, composed } = outbox;
  const refund = (over: Parameters<typeof refundOf>[0]) =>
    outbox.verbs.recordPaymentFact(refundOf(over), byWebhook, noon);
  const textAbout = async (subject: string, at = noon) =>
    (await composed(at)).find((mail) => mail?.subject.startsWith(subject))?.text;

  describe('about a refund', () => {
    it('says that all is locked again when parts have made up the whole', async () => {
      await withMail();
      await buy();
      await refund({ id: 're_1', amountOre: 10_000 });
      expect(await textAbout('We are paying you back 100 SEK')).toContain('stays unlocked');
      await refund({ id: 're_2', amountOre: 15_000 });
      const text = await textAbout('We are paying you back 150 SEK');
      expect(text).toContain('With the money, this is locked again in the app, unless');
      expect(text).not.toContain('stays unlocked');
    });

    it('of a part says nothing of what is unlocked once the account that had it was deleted', async () => {
      await withMail();
      await buy({ accountId: anna.id });
      await outbox.verbs.completeErasure(anna.id, noon);
      await refund({ amountOre: 10_000 });
      const text = await textAbout('We are paying you back 100 SEK');
      expect(text).toContain('is on its way back to you');
      expect(text).not.toContain('unlocked');
    });

    it('of a part of a gift does not say that anything is unlocked: nobody may have opened it', async () => {
      await withMail();
      await outbox.verbs.recordPurchase({ ...purchaseOf(), isGift: true }, ['fod'], byWebhook, noon);
      await refund({ amountOre: 10_000 });
      const text = await textAbout('We are paying you back 100 SEK');
      expect(text).toContain('The gift stays as it is.');
      expect(text).not.toContain('unlocked');
    });

    it('of a double payment says that it stays unlocked', async () => {
      await withMail();
      await buy();
      await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
      await take();
      await refund({ paymentIntentId: 'pi_2' });
      const text = await textAbout('We are paying you back');
      expect(text).toContain('You have this in another way as well, so it stays unlocked.');
      expect(text).not.toContain('locked again');
    });

    it.each(['fod', 'fod-kickstarter'])(
      'says that it stays unlocked for whoever has %s by a code',
      async (unlock) => {
        await withMail();
        await outbox.verbs.addActivationCodes([{ code: 'c', campaign: 'backers', unlocks: [unlock] }], noon);
        await outbox.verbs.redeemCode('c', anna, noon);
        await buy({ accountId: anna.id });
        await take();
        await refund({});
        const text = await textAbout('We are paying you back');
        expect(text).toContain('You have this in another way as well, so it stays unlocked.');
        expect(text).not.toContain('locked again');
      },
    );
  });

  describe('that confirms an order', () => {
    it.each([
      ['was paid back', refundOf(), 'The money of this order went back to you'],
      ['is disputed', disputeOf(), 'Your bank is looking into this payment'],
      ['was taken back by the bank', disputeOf({ status: 'lost' }), 'Your bank has taken this payment back'],
    ])('that %s meanwhile does not call it unlocked', async (_name, fact, says) => {
      await withMail();
      // As after a restored backup: the refund is known before its purchase is recorded.
      await outbox.verbs.recordPaymentFact(fact, byWebhook, noon);
      await buy();
      const text = await textAbout('Your order');
      expect(text).toContain(says);
      expect(text).not.toContain('HOW TO PLAY');
      expect(text).not.toContain('you asked for it at once');
    });

    it('that was withdrawn from says so, and invites to no second withdrawal', async () => {
      await withMail();
      await buy();
      await outbox.verbs.recordWithdrawal('cs_1', withdrawalOf({ receivedAt: minutes(5) }));
      const text = await textAbout('Your order', minutes(5));
      expect(text).toContain('You have withdrawn from this order');
      expect(text).not.toMatch(/HOW TO PLAY|To withdraw, tell us/);
    });

    describe('of which a part went back meanwhile', () => {
      const ahead = new Date('2025-07-01T12:00:00Z');
      const coc = 'Call of Cthulhu: Alone Against the Tide';
      beforeEach(async () => {
        await outbox.ledger.write([], () => noteMailService(true, ahead));
        const lines = ['coc_aatt', 'fod'].map((productId) => ({ productId, priceOre: 25_000 }));
        const order = { lines, totalOre: 50_000, paidAt: ahead, consentText: 'I agree' };
        await outbox.verbs.recordPurchase(purchaseOf(order), ['coc_aatt', 'fod'], byWebhook, ahead);
      });
      const confirmation = async () =>
        (await textAbout('Your order', minutes(5, ahead)))?.replace(/\s+/g, ' ');

      it('by a withdrawal says so, promises no letter about that part, and invites to no second withdrawal', async () => {
        expect(await confirmation()).toContain(`${coc} (Pre-Order) opens on 1 August 2025. We write to you`);
        await outbox.verbs.recordWithdrawal(
          'cs_1',
          withdrawalOf({ productIds: ['coc_aatt'], receivedAt: ahead }),
        );
        await outbox.ledger.write([], () => letGoOfLetters());
        const text = await confirmation();
        expect(text).toContain(`its money comes back to you: ${coc} (Pre-Order).`);
        expect(text).not.toMatch(/opens on|To withdraw, tell us/);
        expect(text).toContain('HOW TO PLAY');
      });

      it('by a refund says so', async () => {
        const refunded = refundOf({
          amountOre: 25_000,
          productIds: ['coc_aatt'],
          asOf: ahead,
          countedAt: ahead,
        });
        await outbox.verbs.recordPaymentFact(refunded, byWebhook, ahead);
        const text = await confirmation();
        expect(text).toContain(`The money for this went back to you: ${coc} (Pre-Order).`);
        expect(text).not.toMatch(/opens on|comes back to you/);
      });
    });

    it('that was paid twice does not say that withdrawing would lock anything', async () => {
      await withMail();
      await buy({ checkoutSessionId: 'cs_0', paymentIntentId: 'pi_0', paidAt: minutes(-5) });
      await take();
      await buy();
      const text = await textAbout('Your order');
      expect(text).toMatch(/what you\s+have stays unlocked/);
      expect(text).not.toMatch(/is\s+locked again/);
    });

    it('that is on an account sends nobody to an account for the address that was typed', async () => {
      await withMail();
      await buy({ accountId: bo.id });
      const text = await textAbout('Your order');
      expect(text).toContain('Log in there with the account that your order is on');
      expect(text).not.toContain('create one with it');
    });
  });

  it.each([
    [false, 'what you bought is unlocked'],
    [true, 'you can give it away on the page of your order'],
  ])('about a pending payment says what comes of it (gift: %s)', async (isGift, says) => {
    await withMail();
    const session = sessionOf({ paymentStatus: 'unpaid', isGift });
    const needs = { ...smallShop(), ledger: outbox.ledger };
    await fulfilOrder(needs, session, { by: 'webhook', event: eventOf() });
    const text = (await textAbout('Your payment is on its way'))?.replace(/\s+/g, ' ');
    expect(text).toContain(`we confirm the order by mail, and ${says}.`);
  });

  it('that acknowledges a withdrawal goes out though the account was deleted since: the law wants it', async () => {
    await withMail();
    await buy({ accountId: anna.id });
    await outbox.verbs.recordWithdrawal('cs_1', withdrawalOf());
    await outbox.verbs.completeErasure(anna.id, noon);
    expect(await textAbout('We have received your withdrawal W-1')).toContain('word for word');
    expect(await textAbout('Your order')).toBeUndefined();
  });

  describe('of a release day', () => {
    const release = new Date('2025-03-28T08:00:00Z');
    const buyAhead = (over: Parameters<typeof buy>[0] = {}) =>
      buy({
        ...{ lines: [{ productId: 'fod-pre-order', priceOre: 21_500 }], totalOre: 21_500 },
        ...{ paidAt: new Date('2025-03-01T00:00:00Z'), ...over },
      });
    const tell = async () => {
      await outbox.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
      await writeReleaseLetters(outbox.ledger, release);
      return textAbout('It is out', days(1));
    };

    it('goes to whoever still has it', async () => {
      await buyAhead();
      const text = await tell();
      expect(text).toContain('Now it is here');
      // It may go out long after the day: see maySayItLater.
      expect(text).not.toMatch(/today/i);
    });

    it('goes to nobody whose bundle was extended by it only later', async () => {
      const paidAt = new Date('2025-05-01T12:00:00Z');
      await outbox.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
      const bundle = {
        lines: [{ productId: 'bundle-pre-order', priceOre: 50_000 }],
        totalOre: 50_000,
        paidAt,
      };
      const had = ['fod', 'fist', 'fod-expansions'];
      await outbox.verbs.recordPurchase(purchaseOf(bundle), had, byWebhook, paidAt);
      unlocksAlso('bundle-pre-order', 'coc_aatt');
      await writeReleaseLetters(outbox.ledger, new Date('2025-08-01T08:00:00Z'));
      expect(await textAbout('It is out', days(1))).toBeUndefined();
    });

    it('goes to nobody who has withdrawn from it', async () => {
      await buyAhead();
      await outbox.verbs.recordWithdrawal(
        'cs_1',
        withdrawalOf({ productIds: ['fod-pre-order'], refundOre: 21_500 }),
      );
      expect(await tell()).toBeUndefined();
    });

    it('goes to nobody whose account was deleted', async () => {
      await buyAhead({ accountId: anna.id });
      await outbox.verbs.completeErasure(anna.id, noon);
      expect(await tell()).toBeUndefined();
    });
  });
});
