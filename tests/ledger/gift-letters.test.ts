import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integer } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { mostLettersToAddress, removeOldAddressLetters } from '#server/outbox/address-letters.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { dropLetters } from '#server/outbox/outbox.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { mostGiftLetters } from '#server/owning/gifts.ts';
import { anna, bo } from '#tests/support/accounts.ts';
import { engines } from '#tests/support/engines.ts';
import {
  type asBuyer,
  byWebhook,
  cecil,
  type GiftShop,
  openGiftShop,
  refusal,
  tokenIn,
} from '#tests/support/gift-shop.ts';
import { days, noon, purchaseOf, refundOf } from '#tests/support/small-shop.ts';

const giftLetters = query("SELECT id FROM letters WHERE kind = 'gift'", integer);

describe.each(engines)('a gift’s card and letters, on $engine', ({ open }) => {
  let shop: GiftShop;
  beforeEach(async () => {
    shop = await openGiftShop(open);
  });
  afterEach(() => shop.ledger.close());

  it('is written to its recipient on the chosen day at eight in Stockholm, without price, order or buyer', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap({
      sendOn: '2026-03-29',
      sender: ' Anna\n',
      message: 'Many happy returns.\r\n\nYours\u202e',
    });
    expect((await shop.seen()).gift?.card).toEqual({
      ...{
        recipient: bo.email,
        sendOn: '2026-03-29',
        sender: 'Anna',
        message: 'Many happy returns.\n\nYours',
      },
      ...{ letter: 'waiting', lettersLeft: mostGiftLetters - 1, lettersWritten: 1 },
    });
    // The clocks went forward in that night.
    shop.now = new Date('2026-03-29T05:59:59Z');
    expect(await shop.send()).toEqual([]);
    shop.now = new Date('2026-03-29T06:00:00Z');
    const [mail, ...more] = await shop.send();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: bo.email, subject: 'Anna has given you an adventure' });
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain('Many happy returns.');
      expect(words).not.toMatch(/SEK|cs_1|anna@|25[ ,.]?0/);
    }
    expect((await shop.seen()).gift?.card?.letter).toBe('sent');
    expect(await shop.claim(bo, tokenIn(mail?.text))).toBe('ok fod');
  });

  it('is waited for by nobody before its day, so that no alarm tells of it', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap({ sendOn: '2026-03-29' });
    const figures = () => shop.ledger.read(() => outboxFigures(shop.now));
    shop.now = new Date('2026-03-29T05:59:59Z');
    expect(await figures()).toMatchObject({ waiting: 0, oldest: null });
    shop.now = new Date('2026-03-29T06:00:01Z');
    expect(await figures()).toMatchObject({ waiting: 1, oldest: new Date('2026-03-29T06:00:00Z') });
  });

  it('of today goes at once, also in the small hours', async () => {
    shop.now = new Date('2026-03-27T23:15:00Z');
    await shop.give();
    await shop.send();
    await shop.wrap({ sendOn: '2026-03-28' });
    expect(await shop.send()).toMatchObject([{ to: bo.email }]);
  });

  it('of yesterday goes at once too, as of today, and once: to its buyer it may be that day still', async () => {
    shop.now = new Date('2026-03-27T23:15:00Z');
    await shop.give();
    await shop.send();
    const evening = { sendOn: '2026-03-27', lettersWritten: 0 };
    expect((await shop.wrap(evening)).gift?.card).toMatchObject({ sendOn: '2026-03-28' });
    expect(await shop.send()).toMatchObject([{ to: bo.email }]);
  });

  it('of today whose answer was lost before midnight goes out once, although the page tries again after it', async () => {
    shop.now = new Date('2026-03-27T22:59:50Z');
    await shop.give();
    await shop.send();
    const today = { sendOn: '2026-03-27', lettersWritten: 0 };
    await shop.wrap(today);
    expect(await shop.send()).toHaveLength(1);
    shop.now = new Date('2026-03-27T23:00:10Z');
    await shop.wrap(today);
    expect(await shop.send()).toEqual([]);
  });

  it.each(['taken', 'linked'] as const)(
    'that is given to somebody else once its letter is %s goes to the new recipient alone, with the only link',
    async (when) => {
      await shop.give();
      await shop.send();
      await shop.wrap();
      const changes = () => shop.wrap({ recipient: cecil.email, message: 'For Cecil.' });
      expect(await shop.send('sent', { [when]: changes })).toEqual([]);
      const [mail, ...more] = await shop.send();
      expect([mail?.to, more]).toEqual([cecil.email, []]);
      expect(await shop.claim(cecil, tokenIn(mail?.text))).toBe('ok fod');
    },
  );

  it('is confirmed to its buyer with the way to its card, and without its link', async () => {
    await shop.give();
    const [mail] = await shop.send();
    expect(mail).toMatchObject({ to: anna.email, subject: 'Your order: Lone Wolf The Fortress of Death' });
    expect(mail?.text).toContain('HOW TO GIVE IT');
    expect(mail?.text).not.toMatch(/HOW TO PLAY|\/open\//);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('You may withdraw until somebody has opened it');
  });

  it('can be sent again, with the link that it had', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    const [first] = await shop.send('refused');
    expect((await shop.seen()).gift?.card?.letter).toBe('undelivered');
    await shop.wrap();
    const [second] = await shop.send();
    expect(tokenIn(second?.text)).toBe(tokenIn(first?.text));
    expect(await shop.state(tokenIn(first?.text))).toBe('ready');
  });

  it('is told to its giver once when its letter does not arrive, and again when the next one does not', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    await shop.send('refused');
    const [told, ...more] = await shop.send();
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      to: anna.email,
      subject: 'Your gift did not arrive: Lone Wolf The Fortress of Death',
    });
    const text = told?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('the letter with your gift to b•••@example.com.');
    // Whoever reads the mail of a mistyped address has neither the gift nor its recipient.
    expect(text).not.toMatch(/\/open\/|bo@/);
    await shop.wrap();
    await shop.send('refused');
    expect(await shop.send()).toMatchObject([{ to: anna.email }]);
  });

  it.each<[string, (shop: GiftShop) => Promise<unknown>]>([
    ['has sent it to another address', ({ wrap }) => wrap({ recipient: cecil.email, sendOn: '2026-03-20' })],
    ['wants to print it', ({ wrap }) => wrap({ recipient: null })],
    ['handed its link to somebody who has opened it', async ({ link, claim }) => claim(cecil, await link())],
    ['has its money back', ({ tell }) => tell(refundOf({}))],
    ['was erased', ({ verbs, now }) => verbs.completeErasure(anna.id, now)],
  ])('that did not arrive is not told to a giver who %s', async (_why, meanwhile) => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    await shop.send('refused');
    await meanwhile(shop);
    expect((await shop.send()).filter(({ subject }) => /arrive/.test(subject))).toEqual([]);
  });

  it('leaves nothing behind when it is written anew before it was sent, however often', async () => {
    await shop.give();
    await shop.send();
    for (let count = 0; count < 20; count += 1) await shop.wrap({ message: `Wording ${count}.` });
    expect((await shop.seen()).gift?.card).toMatchObject({ lettersLeft: 9, lettersWritten: 20 });
    expect(await shop.ledger.read(() => giftLetters.all())).toHaveLength(1);
    // As versions before left them.
    await shop.ledger.write([], () => dropLetters(1, ['gift'], shop.now));
    expect((await shop.seen()).gift?.card).toMatchObject({ lettersLeft: 10 });
  });

  it('goes out once although the page tries again because it heard no answer, and again when it is wished', async () => {
    await shop.give();
    await shop.send();
    const card = { sender: 'Anna', message: 'Many happy returns.' };
    await shop.wrap({ ...card, lettersWritten: 0 });
    // Before the letter is sent, and after.
    await shop.wrap({ ...card, lettersWritten: 0 });
    expect(await shop.send()).toHaveLength(1);
    const heard = await shop.wrap({ ...card, lettersWritten: 0 });
    expect(heard.gift?.card).toMatchObject({ letter: 'sent', lettersWritten: 1 });
    expect(await shop.send()).toEqual([]);
    await shop.wrap({ ...card, lettersWritten: 1 });
    expect(await shop.send()).toHaveLength(1);
    // A different card means another letter, even if the page missed an answer.
    for (const other of [{ message: 'Again.' }, { sender: '' }, { recipient: cecil.email }]) {
      await shop.wrap({ ...card, ...other, lettersWritten: 0 });
      expect(await shop.send()).toHaveLength(1);
    }
    await shop.wrap({ ...card, sendOn: '2026-03-20', lettersWritten: 0 });
    expect((await shop.seen()).gift?.card?.letter).toBe('waiting');
  });

  it('that goes to another address ends the link that the first one had, and is written to the second alone', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    const [first] = await shop.send();
    await shop.wrap({ recipient: cecil.email, sendOn: '2026-03-20' });
    expect(await shop.claim(bo, tokenIn(first?.text))).toBe('link_expired');
    await shop.wrap({ recipient: cecil.email, sendOn: '2026-03-10', message: 'Earlier.' });
    shop.now = days(30);
    const letters = await shop.send();
    expect(letters.map(({ to }) => to)).toEqual([cecil.email]);
    expect(letters[0]?.text).toContain('Earlier.');
    expect(await shop.claim(cecil, tokenIn(letters[0]?.text))).toBe('ok fod');
  });

  it('leaves the link on a card that was printed before it: nobody else was meant', async () => {
    await shop.give();
    await shop.wrap({ recipient: null });
    const printed = await shop.link();
    await shop.wrap();
    expect(await shop.state(printed)).toBe('ready');
  });

  it('keeps the link of the letter that has gone when its card is printed as well, until another address is named', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    const [mail] = await shop.send();
    const { gift } = await shop.wrap({ recipient: null, message: 'By hand.' });
    expect(gift?.card).toMatchObject({ recipient: bo.email, letter: 'sent', message: 'By hand.' });
    expect(await shop.link()).toBe(tokenIn(mail?.text));
    expect(await shop.state(tokenIn(mail?.text))).toBe('ready');
    await shop.wrap({ recipient: cecil.email });
    expect(await shop.state(tokenIn(mail?.text))).toBe('link_expired');
    const [second] = await shop.send();
    expect(await shop.claim(cecil, tokenIn(second?.text))).toBe('ok fod');
  });

  it('forgets the address that was sent nothing when its card is printed instead, and the card stays good', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    await shop.send('refused');
    await shop.wrap({ sendOn: '2026-03-20' });
    const { gift } = await shop.wrap({ recipient: null });
    expect(gift?.card?.recipient).toBeNull();
    const printed = await shop.link();
    await shop.wrap({ recipient: cecil.email });
    expect(await shop.state(printed)).toBe('ready');
  });

  it('has no letter any more once it was opened, given back, or is printed', async () => {
    for (const number of [1, 2, 3]) {
      await shop.give({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}` });
      await shop.wrap({ sendOn: '2026-03-20' }, `cs_${number}`);
    }
    await shop.send();
    await shop.claim(cecil, await shop.link('cs_1'));
    await shop.tell(refundOf({ paymentIntentId: 'pi_2' }));
    expect((await shop.wrap({ recipient: null, message: 'By hand.' }, 'cs_3')).gift?.card).toMatchObject({
      ...{ recipient: null, message: 'By hand.', letter: null },
    });
    shop.now = days(30);
    expect((await shop.send()).filter(({ to }) => to === bo.email)).toEqual([]);
  });

  it('is wrapped by its buyer alone, once it is paid, and while nobody has opened it', async () => {
    await shop.give();
    for (const viewer of [
      { account: bo, browserId: null },
      { account: null, browserId: 'A'.repeat(22) },
    ]) {
      await expect(shop.wrap({}, 'cs_1', viewer as typeof asBuyer)).rejects.toEqual(refusal('forbidden'));
    }
    await expect(shop.wrap({}, 'cs_none')).rejects.toEqual(refusal('order_not_found'));
    await shop.verbs.recordPurchase(
      purchaseOf({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', accountId: anna.id }),
      ...([['fod'], byWebhook, noon] as const),
    );
    await expect(shop.wrap({}, 'cs_2')).rejects.toEqual(refusal('gift_not_possible'));
    await shop.claim(bo, await shop.link());
    await expect(shop.wrap()).rejects.toEqual(refusal('gift_not_possible'));
  });

  it.each([
    [{ recipient: 'nobody' }, 'invalid_email', 'recipient'],
    [{ sendOn: '2026-02-28' }, 'invalid_request', 'sendOn'],
    [{ sendOn: '2027-04-01' }, 'invalid_request', 'sendOn'],
    [{ message: 'See https://evil.example/x' }, 'text_has_links', 'message'],
    [{ message: 'Win at evil.example' }, 'text_has_links', 'message'],
    [{ message: 'Write to me@evil.example' }, 'text_has_links', 'message'],
    [{ sender: 'www.evil.example' }, 'text_has_links', 'sender'],
  ])('is not wrapped in %o', async (over, code, field) => {
    await shop.give();
    await expect(shop.wrap(over)).rejects.toEqual(refusal(code, field));
  });

  it('can only be printed where the shop sends no mail', async () => {
    await shop.ledger.write([], () => noteMailService(false, noon));
    await shop.give();
    await expect(shop.wrap()).rejects.toEqual(refusal('gift_not_possible', 'recipient'));
    expect((await shop.wrap({ recipient: null })).gift?.card?.letter).toBeNull();
  });

  it(`has ${mostGiftLetters} letters at most, without those that were replaced before anybody was sent them`, async () => {
    await shop.give();
    const later = { sendOn: '2026-03-20' };
    for (let number = 1; number < mostGiftLetters; number += 1) {
      shop.now = days(Math.floor(number / 3));
      await shop.wrap();
      await shop.send();
    }
    // The last one may be mended as often as its buyer likes, and stays the last.
    for (let number = 0; number <= mostGiftLetters; number += 1) {
      const { gift } = await shop.wrap({ ...later, message: `Words ${number}.` });
      expect(gift?.card).toMatchObject({ letter: 'waiting', lettersLeft: 0 });
    }
    await shop.wrap({ ...later, recipient: cecil.email });
    shop.now = days(30);
    expect(await shop.send()).toMatchObject([{ to: cecil.email }]);
    await expect(shop.wrap()).rejects.toEqual(refusal('gift_letters_used_up', 'recipient'));
    expect((await shop.wrap({ recipient: null })).gift?.card?.letter).not.toBe('waiting');
  });

  it('is sent once although the letter that it replaced does not count, and the answer to the new one was lost', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap({ sendOn: '2026-03-20' });
    const now = { message: 'At once, then.', lettersWritten: 1 };
    await shop.wrap(now);
    expect(await shop.send()).toHaveLength(1);
    await shop.wrap(now);
    expect(await shop.send()).toEqual([]);
  });

  it(`goes to an address that gets at most ${mostLettersToAddress} letters on one day, from whomever`, async () => {
    const orders = Array.from({ length: mostLettersToAddress + 1 }, (_, number) => `cs_${number}`);
    for (const [number, order] of orders.entries()) {
      await shop.give({ checkoutSessionId: order, paymentIntentId: `pi_${number}` });
    }
    const [last = '', ...others] = orders.toReversed();
    // A letter that is replaced before its day counts once.
    for (const order of others) for (const _ of [1, 2]) await shop.wrap({ sendOn: '2026-03-20' }, order);
    await expect(shop.wrap({ sendOn: '2026-03-20' }, last)).rejects.toEqual(refusal('gift_letters_used_up'));
    await shop.wrap({ sendOn: '2026-03-21' }, last);
    await shop.wrap({ sendOn: '2026-03-20', recipient: cecil.email }, last);
    await shop.ledger.amend(() => removeOldAddressLetters('2026-03-21'));
    await shop.wrap({ sendOn: '2026-03-20' }, last);
  });

  it('counts for its address however often it was sent: only one that never left is replaced', async () => {
    await shop.give();
    for (let number = 0; number < mostLettersToAddress; number += 1) {
      await shop.wrap();
      await shop.send();
    }
    await expect(shop.wrap()).rejects.toEqual(refusal('gift_letters_used_up'));
  });

  it('counts for its address also when it is replaced while it is being sent, since it goes out all the same', async () => {
    await shop.give();
    await shop.send();
    await shop.wrap();
    let sent = 0;
    for (let number = 1; number < mostLettersToAddress; number += 1) {
      const rewrapped = () => shop.wrap({ message: `Another ${number}.` });
      sent += (await shop.send('sent', { composed: rewrapped })).length;
    }
    const once = () =>
      expect(shop.wrap({ message: 'One more.' })).rejects.toEqual(refusal('gift_letters_used_up'));
    sent += (await shop.send('sent', { composed: once })).length;
    expect([sent, await shop.send()]).toEqual([mostLettersToAddress, []]);
  });
});
