import { beforeEach, describe, expect, it } from 'vitest';
import { eraseOwner } from '#server/accounts/erasures.ts';
import type { NewPurchase } from '#server/buying/records.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import { claimGiftOrders } from '#server/claiming/claim-waiting.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { time } from '#server/ledger/rows.ts';
import type { LetterKind } from '#server/outbox/letter-kinds.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import {
  endLetter,
  type HeldLetter,
  letGoOfLetters,
  postponeLetter,
  takeLetters,
  writeLetter,
} from '#server/outbox/outbox.ts';
import { endClaimLinksOf } from '#server/owning/claim-links.ts';
import { anna, bo, testCipher } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import { deskAt, linesOf, withdrawnFrom } from '#tests/support/letter-words.ts';
import {
  byPage,
  days,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { claimUrlFor, composeMail, maySayItLater } from './compose.ts';
import type { Desk } from './letters/letter.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.ledger.amend(() => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
});

const record = (over: Partial<NewPurchase> = {}, unlocks: readonly string[] = ['fod']) =>
  shop.verbs.recordPurchase({ ...purchaseOf(), ...over }, unlocks as ['fod'], byPage, shop.now);
const tell = (fact: Parameters<typeof shop.verbs.recordPaymentFact>[0]) =>
  shop.verbs.recordPaymentFact(fact, byPage, shop.now);
/** A letter about the first order, or about none. */
const held = (kind: LetterKind, over: Partial<HeldLetter> = {}): HeldLetter => ({
  ...{ id: 1, kind, subject: 'cs_1', purchaseId: 1, recipient: null, details: null },
  ...{ bulk: false, writtenAt: noon, tries: 1 },
  ...over,
});
const toNoOrder = (kind: LetterKind, over: Partial<HeldLetter> = {}) =>
  held(kind, { purchaseId: null, recipient: 'reader@example.com', ...over });
const mailOf = async (letter: HeldLetter, over: Partial<Desk> = {}) => {
  const mail = await shop.ledger.snapshot(() => composeMail(letter, deskAt(shop.now, over)));
  return mail && { ...mail, text: mail.text.replaceAll(/\s+/g, ' ') };
};
/** The letters that wait, taken out as delivery does. */
const taken = async (kind: LetterKind) => {
  await shop.ledger.amend(letGoOfLetters);
  const letters = await shop.ledger.write([], () => takeLetters(50, shop.now, minutes(1, shop.now), true));
  return letters.filter((letter) => letter.kind === kind);
};

describe('every mail', () => {
  it('goes to the address that the order has by then, is answered to support, and says the same as text and as page', async () => {
    await record();
    expect(await shop.ledger.snapshot(() => composeMail(held('order-confirmation'), deskAt(noon)))).toEqual({
      ...{ to: anna.email, replyTo: 'support@example.com' },
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@shop\.example\.org>$/),
      subject: 'Your order: Lone Wolf The Fortress of Death',
      text: expect.stringContaining('WHAT YOU BOUGHT'),
      html: expect.stringContaining('<h2>What you bought</h2>'),
    });
  });

  it('has the same Message-ID for the same letter, whenever it is sent, and another one for another', async () => {
    await record();
    const idOf = async (letter: HeldLetter, over: Partial<Desk> = {}) =>
      (await mailOf(letter, over))?.messageId;
    const first = await idOf(held('order-confirmation'));
    const again = held('order-confirmation', { id: 7, tries: 9, writtenAt: days(9) });
    expect(await idOf(again, { now: days(9) })).toBe(first);
    expect(await idOf(held('address-corrected'))).not.toBe(first);
    expect(await idOf(held('order-confirmation', { subject: 'cs_2' }))).not.toBe(first);
    expect(await idOf(held('order-confirmation'), { publicUrl: 'http://localhost:3000' })).toMatch(
      /@localhost>$/,
    );
  });

  it('has another Message-ID with another link, because after a restore that of the first may be dead', async () => {
    await record();
    const letter = held('order-confirmation');
    const link = async () => {
      const script = claimUrlFor(letter, deskAt(shop.now), testCipher);
      return script && (await shop.ledger.write([], script));
    };
    const idWith = async (claimUrl: string | null) => (await mailOf(letter, { claimUrl }))?.messageId;
    const first = await link();
    const id = await idWith(first);
    expect(id).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{16}@shop\.example\.org>$/);
    // One that is made again, after its process was killed for example, keeps its link.
    shop.now = days(9);
    expect(await idWith(await link())).toBe(id);
    await shop.ledger.amend(() => endClaimLinksOf('cs_1', shop.now));
    expect(await idWith(await link())).not.toBe(id);
  });

  it.each(['payment-failed', 'order-links', 'account-deleted', 'new-device', 'daily-summary'] as const)(
    'that needs no order is not made for one: %s',
    async (kind) => {
      await record();
      await expect(mailOf(held(kind))).rejects.toThrow(kind);
    },
  );

  it.each(['order-confirmation', 'gift', 'refund'] as const)(
    'that needs its order is not made without: %s',
    async (kind) => {
      await expect(mailOf(toNoOrder(kind))).rejects.toThrow(kind);
    },
  );

  it.each([
    'payment-failed',
    'order-links',
    'account-deleted',
    'new-device',
    'daily-summary',
    'refund',
  ] as const)('without an order or a recipient, who was erased meanwhile, is not sent: %s', async (kind) => {
    await record({ lines: linesOf('gone') });
    expect(await mailOf(toNoOrder(kind, { recipient: null }))).toBeNull();
  });
});

const spring = { now: new Date('2025-06-15T12:00:00Z') };
const putOff = held('pre-order-put-off', { subject: 'cs_1 2025-07-01 2025-08-01' });
const erase = (owner: { accountId: string | null; email: string }) =>
  shop.ledger.write(ownerLocks(owner.accountId, owner.email), () =>
    eraseOwner({ ...owner, until: shop.now }, 'customer_erased', byPage, shop.now),
  );

describe('about an order whose buyer was erased', () => {
  it('no letter is sent that an operator sends again, or that a new release day causes; one about money is', async () => {
    await record({ lines: linesOf('coc_aatt'), isGift: true });
    await tell(refundOf({ amountOre: 10_000 }));
    const sent = async () => {
      const mails = [
        held('order-confirmation'),
        held('address-corrected'),
        putOff,
        held('refund', { subject: 're_1' }),
      ];
      const made = await Promise.all(mails.map((letter) => mailOf(letter, spring)));
      return made.map((mail) => mail !== null);
    };
    expect(await sent()).toEqual([true, true, true, true]);
    await erase({ accountId: null, email: anna.email });
    expect(await sent()).toEqual([false, false, false, true]);
  });
});

describe('the links of the orders of an address', () => {
  const asked = toNoOrder('order-links', { recipient: anna.email });

  it('are those of its orders as they are now, newest first, also of one that was refunded', async () => {
    await record({ paidAt: days(-2) });
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', email: bo.email });
    await record({
      ...{ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3', lines: linesOf('fist'), paidAt: days(-1) },
    });
    await tell(refundOf());
    const mail = await mailOf(asked);
    expect(mail).toMatchObject({ to: anna.email, subject: 'The links of your orders' });
    const links = [...(mail?.text ?? '').matchAll(/\d+ \w+ 2026, [^:]+: \S+/g)].map(([link]) => link);
    expect(links).toEqual([
      "1 March 2026, Steve Jackson's F.I.S.T., 250 SEK: https://shop.example.org/shop/order?id=cs_3",
      '28 February 2026, Lone Wolf The Fortress of Death, 250 SEK: https://shop.example.org/shop/order?id=cs_1',
    ]);
    await shop.verbs.moveOrder('cs_3', bo.email, noon);
    expect((await mailOf(asked))?.text).not.toContain('cs_3');
  });

  it('are without what was bought before its owner was erased: that is kept for the books alone', async () => {
    await record();
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', isGift: true });
    await claimWith(shop.ledger, bo, await newLink(shop.ledger, 'cs_2', shop.now), shop.now);
    // Whoever was given something goes, and the giver's order stays.
    await erase({ accountId: bo.id, email: bo.email });
    for (const id of ['cs_1', 'cs_2']) expect((await mailOf(asked))?.text).toContain(`id=${id}`);
    await erase({ accountId: null, email: anna.email });
    await record({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3', isGift: true, accountId: anna.id });
    expect((await mailOf(asked))?.text).toContain('cs_3');
    await erase({ accountId: anna.id, email: anna.email });
    await record({ checkoutSessionId: 'cs_4', paymentIntentId: 'pi_4' });
    await record({ checkoutSessionId: 'cs_5', paymentIntentId: 'pi_5', isGift: true });
    // Another account has the address now: the gift joins its orders.
    await claimGiftOrders(shop.ledger, { ...anna, id: 'another' });
    expect((await mailOf(asked))?.text.match(/cs_\d/g)).toEqual(['cs_5', 'cs_4']);
  });

  it('are not sent to an address that has bought nothing', async () => {
    await record();
    expect(await mailOf(toNoOrder('order-links', { recipient: bo.email }))).toBeNull();
  });
});

describe('a confirmation', () => {
  it('has the address of the invoice that came with the sale', async () => {
    await record({ invoiceId: 'in_1' });
    const details = { invoiceUrl: 'https://invoice.example.com/i' };
    expect((await mailOf(held('order-confirmation', { details })))?.text).toContain(
      'Your invoice: https://invoice.example.com/i',
    );
    expect((await mailOf(held('order-confirmation')))?.text).toContain('Your invoice: open the page');
  });

  it.each([
    ['order-confirmation', 'Thank you.'],
    ['address-corrected', 'From now on your order belongs to'],
  ] as const)('says what hinders the order by then: %s', async (kind, begins) => {
    await tell(disputeOf());
    await record();
    const text = (await mailOf(held(kind)))?.text;
    expect(text).toContain(begins);
    expect(text).toContain('Your bank is looking into this payment.');
  });
});

describe('the letter of a gift', () => {
  const url = 'https://shop.example.org/open/token';
  const wrap = (over: Parameters<typeof wrapGift>[2] = { recipient: bo.email }) =>
    wrapGift(shop, 'cs_1', over, { account: anna, browserId: null });
  beforeEach(async () => {
    const lines = linesOf('fod', 'fist');
    await record({ accountId: anna.id, lines, totalOre: 50_000, isGift: true });
    await wrap();
  });
  const gift = async (over: Partial<Desk> = { claimUrl: url }) => {
    const [letter] = await taken('gift');
    return letter ? mailOf(letter, over) : undefined;
  };

  it('goes to the recipient, with the link and all that is in it', async () => {
    const mail = await gift();
    expect(mail?.to).toBe(bo.email);
    for (const words of [`Open your gift: ${url}`, 'Fortress of Death', 'F.I.S.T.'])
      expect(mail?.text).toContain(words);
  });

  it('names only what a refund has left of it', async () => {
    await tell(refundOf({ amountOre: 25_000, productIds: ['fod'] }));
    const text = (await gift())?.text;
    expect(text).toContain('F.I.S.T.');
    expect(text).not.toContain('Fortress');
  });

  it.each<[why: string, meanwhile: () => Promise<unknown>]>([
    ['was paid back', () => tell(refundOf({ amountOre: 50_000 }))],
    ['is looked into by the bank', () => tell(disputeOf())],
    [
      'was opened from its card',
      async () => {
        const [letter] = await taken('gift');
        const script = letter && claimUrlFor(letter, deskAt(noon), testCipher);
        const link = script && (await shop.ledger.write([], script));
        expect(await claimWith(shop.ledger, bo, link?.split('/').at(-1) ?? '', noon)).toBe('ok fist fod');
      },
    ],
  ])('is not sent when it %s', async (_why, meanwhile) => {
    await meanwhile();
    expect(await gift()).toBeNull();
  });

  it('is not sent without its link', async () => {
    expect(await gift({ claimUrl: null })).toBeNull();
  });

  it('is not sent once its recipient was erased, or another one took its place', async () => {
    const [first] = await taken('gift');
    if (!first) throw new Error('There is no letter');
    expect(await mailOf({ ...first, recipient: null }, { claimUrl: url })).toBeNull();
    await wrap({ recipient: 'cecil@example.com' });
    expect(await mailOf(first, { claimUrl: url })).toBeNull();
    expect((await gift())?.to).toBe('cecil@example.com');
  });
});

describe('other letters about an order', () => {
  it('the word to its old address goes there, unless whoever had that was erased', async () => {
    await record();
    expect(await mailOf(held('order-moved', { recipient: 'old@example.com' }))).toMatchObject({
      ...{ to: 'old@example.com', subject: 'An order is no longer recorded for this address' },
    });
    expect(await mailOf(held('order-moved'))).toBeNull();
  });

  it('the acknowledgement of a withdrawal goes to the address that declared it', async () => {
    await record();
    expect(await mailOf(held('withdrawal-acknowledged', { subject: 'W-1' }))).toBeNull();
    await shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('fod'));
    expect(await mailOf(held('withdrawal-acknowledged', { subject: 'W-1' }))).toMatchObject({
      ...{ to: 'declared@example.com', subject: 'We have received your withdrawal W-1' },
    });
  });

  it('a withdrawal with another address than the order’s is told to that one too, without naming who declared it', async () => {
    await record();
    expect(await mailOf(held('withdrawal-declared', { subject: 'W-1' }))).toBeNull();
    await shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('fod'));
    const mail = await mailOf(held('withdrawal-declared', { subject: 'W-1' }));
    expect(mail).toMatchObject({ to: anna.email, subject: expect.stringContaining('W-1') });
    expect(mail?.text).not.toContain('declared@example.com');
  });

  it('nothing is told of a withdrawal when the order was corrected to the address that declared it', async () => {
    await record({ email: 'declared@example.com' });
    await shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('fod'));
    expect(await mailOf(held('withdrawal-declared', { subject: 'W-1' }))).toBeNull();
  });

  it('nothing is told of a withdrawal that an operator found not to be the buyer’s, also when there is another one since', async () => {
    await record();
    await shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('fod'));
    for (const kind of ['withdrawal-acknowledged', 'withdrawal-declared'] as const)
      expect(await mailOf(held(kind, { subject: 'W-0' }))).toBeNull();
  });

  it.each([
    ['succeeded', 'We are paying you back 100 SEK'],
    ['pending', 'We are paying you back 100 SEK'],
    ['failed', undefined],
    ['requires_action', undefined],
  ])('a refund is told while its money is on its way: %s', async (status, subject) => {
    await record();
    await tell(refundOf({ amountOre: 10_000, status }));
    await tell(refundOf({ id: 're_2', amountOre: 5_000 }));
    const mail = await mailOf(held('refund', { subject: 're_1' }));
    expect(mail?.subject).toBe(subject);
    if (mail) expect(mail.to).toBe(anna.email);
  });

  it('a refund that is not known is not told', async () => {
    await record();
    await tell(refundOf());
    expect(await mailOf(held('refund', { subject: 're_other' }))).toBeNull();
  });

  it('a refund says what the buyer has in another way', async () => {
    await record();
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await tell(refundOf());
    expect((await mailOf(held('refund', { subject: 're_1' })))?.text).toContain(
      'You have this in another way as well, so it stays unlocked.',
    );
  });
});

describe('the letter of a release day', () => {
  const release = held('pre-order-out', { subject: 'cs_1 2025-08-01' });
  const buyAhead = () =>
    record({ lines: linesOf('coc_aatt', 'fod-pre-order', 'fist'), totalOre: 75_000 }, [
      'coc_aatt',
      'fod',
      'fist',
    ]);

  it('is about what came out on that day, whenever it is sent', async () => {
    await buyAhead();
    expect((await mailOf(release))?.subject).toBe('It is out: Call of Cthulhu: Alone Against the Tide');
    expect((await mailOf({ ...release, subject: 'cs_1 2025-03-28' }))?.subject).toBe(
      'It is out: Lone Wolf The Fortress of Death',
    );
    expect(await mailOf({ ...release, subject: 'cs_1 2025-08-02' })).toBeNull();
  });

  it.each<[why: string, meanwhile: () => Promise<unknown>]>([
    ['was given back', () => tell(refundOf({ amountOre: 25_000, productIds: ['coc_aatt'] }))],
    ['was withdrawn from', () => shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('coc_aatt'))],
    ['is looked into by the bank', () => tell(disputeOf())],
  ])('is not sent about what %s', async (_why, meanwhile) => {
    await buyAhead();
    await meanwhile();
    expect(await mailOf(release)).toBeNull();
  });
});

describe('the letter of a release that is put off', () => {
  const buyAhead = () =>
    record({ lines: linesOf('coc_aatt', 'fist'), totalOre: 50_000 }, ['coc_aatt', 'fist']);

  it('is about what comes out later, with both days', async () => {
    await buyAhead();
    expect(await mailOf(putOff, spring)).toMatchObject({
      ...{ to: anna.email, subject: 'It comes later: Call of Cthulhu: Alone Against the Tide' },
      text: expect.stringContaining('on 1 July 2025, and opens on 1 August 2025 instead'),
    });
  });

  it('is not sent once it is out, or when it was put off once more', async () => {
    await buyAhead();
    expect(await mailOf(putOff, { now: new Date('2025-07-31T21:59:59Z') })).not.toBeNull();
    expect(await mailOf(putOff, { now: new Date('2025-07-31T22:00:00Z') })).toBeNull();
    expect(await mailOf({ ...putOff, subject: 'cs_1 2025-06-20 2025-07-01' }, spring)).toBeNull();
  });

  it('is not sent about what was given back', async () => {
    await buyAhead();
    await tell(refundOf({ amountOre: 25_000, productIds: ['coc_aatt'] }));
    expect(await mailOf(putOff, spring)).toBeNull();
  });
});

describe('the letters about a payment that is not settled', () => {
  const details = { productIds: ['fod', 7], amount: '250 SEK', isGift: true };
  const about = (kind: 'payment-processing' | 'payment-failed', over: object = {}) =>
    mailOf(toNoOrder(kind, { details: { ...details, ...over } }));

  it('say for what, how much, and what comes of it', async () => {
    expect(await about('payment-processing')).toMatchObject({
      ...{ to: 'reader@example.com', subject: 'Your payment is on its way: Lone Wolf The Fortress of Death' },
      text: expect.stringMatching(/payment of 250 SEK is on its way.* you can give it away .*id=cs_1/),
    });
    expect((await about('payment-processing', { isGift: 'yes' }))?.text).toContain(
      'what you bought is unlocked',
    );
    expect((await about('payment-processing', { productIds: 'fod' }))?.subject).toBe(
      'Your payment is on its way: ',
    );
    expect(await about('payment-failed')).toMatchObject({
      ...{ to: 'reader@example.com', subject: 'Your payment failed: Lone Wolf The Fortress of Death' },
      text: expect.stringContaining('The payment of 250 SEK did not come through'),
    });
  });

  it('are not sent once the money is here', async () => {
    await record();
    expect(await about('payment-processing')).toBeNull();
    expect(await about('payment-failed')).toBeNull();
  });

  it('say no more that it is on its way once it has failed', async () => {
    const failed = { kind: 'payment-failed', recipient: anna.email, happenedAt: noon } as const;
    const write = (subject: string) =>
      shop.ledger.write([], () => writeLetter({ ...failed, subject, details }, noon));
    await write('cs_2');
    expect(await about('payment-processing')).not.toBeNull();
    await write('cs_1');
    expect(await about('payment-processing')).toBeNull();
    expect(await about('payment-failed')).not.toBeNull();
  });
});

describe('letters about no order', () => {
  it('to whoever was erased speaks of the account, where there was one', async () => {
    expect((await mailOf(toNoOrder('account-deleted')))?.subject).toBe('Your account is deleted');
    const guest = toNoOrder('account-deleted', { details: { hadAccount: false } });
    expect(await mailOf(guest)).toMatchObject({ to: 'reader@example.com', subject: 'Your data is deleted' });
  });

  it('about a new device names the device, and when it was signed in on, however late the letter is', async () => {
    const letter = toNoOrder('new-device', { details: { device: 'Firefox on Android' } });
    expect(await mailOf(letter, { now: days(1) })).toMatchObject({
      ...{ to: 'reader@example.com', subject: 'A sign-in on a new device' },
      text: expect.stringContaining('Firefox on Android, on 2 March 2026 at 13:00, Swedish time.'),
    });
  });
});

describe('the operator’s summary', () => {
  const summary = () => mailOf(toNoOrder('daily-summary', { subject: '2026-03-02' }));
  const dead = async (state: 'refused' | 'dead') => {
    for (const { id } of await taken('order-confirmation'))
      await shop.ledger.amend(() => endLetter(id, state, '550', noon));
  };

  it('is not sent when nothing waits any more', async () => {
    await record();
    expect(await summary()).toBeNull();
  });

  it('counts open questions by their reasons', async () => {
    await record({ lines: linesOf('gone', 'gone-too'), totalOre: 1 });
    const mail = await summary();
    expect(mail).toMatchObject({
      ...{ to: 'reader@example.com', subject: 'Waiting at Black Ether: 3 questions, 0 letters' },
    });
    expect(mail?.text).toContain('- 2 × unknown product');
    expect(mail?.text).toContain('- 1 × unexpected total');
  });

  it.each([
    ['refused', '1 letter to an address that takes no mail'],
    ['dead', '1 letter given up after days of trying'],
  ] as const)('counts letters that were not delivered: %s', async (state, words) => {
    await record();
    await dead(state);
    expect((await summary())?.subject).toBe('Waiting at Black Ether: 0 questions, 1 letter');
    expect((await summary())?.text).toContain(words);
  });

  it('counts letters that the mail service puts off', async () => {
    await record();
    for (const { id } of await taken('order-confirmation'))
      await shop.ledger.amend(() => postponeLetter(id, noon, '550 (RCPT TO)'));
    const late = await mailOf(toNoOrder('daily-summary', { subject: '2026-03-02' }), { now: minutes(15) });
    expect(late?.text).toContain('- 1 letter put off by the mail service ("doctor" says why)');
    expect(await summary()).toBeNull();
  });

  it('counts questions and letters together', async () => {
    await record({ lines: linesOf('gone') });
    await dead('refused');
    expect((await summary())?.subject).toBe('Waiting at Black Ether: 1 question, 1 letter');
    await shop.verbs.resolveAttention(
      { checkoutSessionId: 'cs_1', reason: 'unknown_product', subject: 'gone' },
      ...(['operator:kim', noon] as const),
    );
    await record({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', email: bo.email });
    await dead('dead');
    expect((await summary())?.subject).toBe('Waiting at Black Ether: 0 questions, 2 letters');
  });

  it('counts all of them, also where the list for the operator ends', async () => {
    const written = Array.from({ length: 101 }, (_, number) => `cs_${number}`);
    await shop.ledger.write([], function* () {
      for (const subject of written) {
        const letter = { kind: 'payment-failed', recipient: anna.email, happenedAt: noon } as const;
        yield* writeLetter({ ...letter, subject }, noon);
      }
    });
    for (const id of written.keys()) await shop.ledger.amend(() => endLetter(id + 1, 'refused', '550', noon));
    expect((await summary())?.subject).toBe('Waiting at Black Ether: 0 questions, 101 letters');
  });
});

describe('the claim link of a letter', () => {
  const linkOf = async (letter: HeldLetter) => {
    const script = claimUrlFor(letter, { publicUrl: 'https://shop.example.org', now: shop.now }, testCipher);
    return script && shop.ledger.write([], script);
  };
  const expiry = () => shop.rows('SELECT expires_at FROM claim_links', { expiresAt: time });

  it('is good for thirty days from its last letter, and the same each time', async () => {
    await record();
    const [letter] = await taken('order-confirmation');
    const link = letter && (await linkOf(letter));
    expect(link).toMatch(/^https:\/\/shop\.example\.org\/open\/[A-Za-z0-9_-]{43}$/);
    shop.now = days(3);
    expect(letter && (await linkOf(letter))).toBe(link);
    expect(await expiry()).toEqual([{ expiresAt: days(33) }]);
  });

  it('of a gift is good for a year, and only in the letter to its recipient', async () => {
    await record({ accountId: anna.id, isGift: true });
    await wrapGift(shop, 'cs_1', { recipient: bo.email }, { account: anna, browserId: null });
    const [confirmation] = await taken('order-confirmation');
    expect(confirmation && (await linkOf(confirmation))).toBeNull();
    expect(await expiry()).toEqual([]);
    const [letter] = await taken('gift');
    expect(letter && (await linkOf(letter))).toContain('/open/');
    expect(await expiry()).toEqual([{ expiresAt: days(365) }]);
  });

  it('is in the confirmation to a corrected address as well', async () => {
    await record();
    const letter = { kind: 'address-corrected', subject: '1', purchaseId: 1, happenedAt: noon } as const;
    await shop.ledger.write([], () => writeLetter(letter, noon));
    const [corrected] = await taken('address-corrected');
    expect(corrected && (await linkOf(corrected))).toContain('/open/');
  });

  it.each<[why: string, sale: Partial<NewPurchase>, meanwhile: () => Promise<unknown>]>([
    ['the order is on an account', { accountId: anna.id }, async () => undefined],
    ['it was paid back', {}, () => tell(refundOf())],
    ['it is looked into by the bank', {}, () => tell(disputeOf())],
    [
      'its letter was replaced meanwhile',
      {},
      () => shop.ledger.amend(() => endLetter(1, 'dropped', null, noon)),
    ],
  ])('is none when %s', async (_why, sale, meanwhile) => {
    await record(sale);
    const [letter] = await taken('order-confirmation');
    await meanwhile();
    expect(letter && (await linkOf(letter))).toBeNull();
    expect(await expiry()).toEqual([]);
  });

  it('is none in a letter about no order, and in those that carry none', () => {
    const scriptOf = (letter: HeldLetter) => claimUrlFor(letter, deskAt(noon), testCipher);
    expect(scriptOf(toNoOrder('order-confirmation'))).toBeNull();
    for (const kind of ['refund', 'pre-order-out', 'order-moved', 'withdrawal-acknowledged'] as const)
      expect(scriptOf(held(kind))).toBeNull();
    expect(scriptOf(held('gift'))).not.toBeNull();
  });
});

describe('a letter with nothing to say now', () => {
  const later = (letter: HeldLetter) => shop.ledger.snapshot(() => maySayItLater(letter));

  it('may have it later only while the bank looks into the payment', async () => {
    await record();
    expect(await later(held('pre-order-out'))).toBe(false);
    await tell(disputeOf());
    expect(await later(held('pre-order-out'))).toBe(true);
    await tell(disputeOf({ status: 'lost', asOf: minutes(1) }));
    expect(await later(held('pre-order-out'))).toBe(false);
  });

  it('may have a gift or a release later while a withdrawal counts, until its money has gone back', async () => {
    await record();
    await shop.verbs.recordWithdrawal('cs_1', withdrawnFrom('fod'));
    expect(await later(held('gift'))).toBe(true);
    expect(await later(held('pre-order-out'))).toBe(true);
    expect(await later(held('withdrawal-acknowledged', { subject: 'W-0' }))).toBe(false);
    await tell(refundOf());
    expect(await later(held('gift'))).toBe(false);
  });

  it('about no order has nothing later either', async () => {
    expect(await later(toNoOrder('daily-summary'))).toBe(false);
  });
});
