import { describe, expect, it } from 'vitest';
import { noon, refundOf } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';
import { byWebhook, openOutbox } from '../support/outbox.ts';

/** What letters say of an order that unlocks less by the time they are sent than when it was paid. */
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
      expect(text).toContain('With the money, this is locked again in the app.');
      expect(text).not.toContain('stays unlocked');
    });

    it('of a double payment says that it stays unlocked', async () => {
      await withMail();
      await buy();
      await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
      await take();
      await refund({ paymentIntentId: 'pi_2' });
      const text = await textAbout('We are paying you back');
      expect(text).toContain('You have this by another order as well, so it stays unlocked.');
      expect(text).not.toContain('locked again');
    });
  });
});
