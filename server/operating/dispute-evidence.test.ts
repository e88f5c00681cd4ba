import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integer, text as textColumn } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, writeLetter } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import { claimWith, newLink } from '#tests/support/claims.ts';
import {
  at,
  later,
  type OperatorsDesk,
  openDesk,
  purchaseOf,
  refundOf,
} from '#tests/support/operators-desk.ts';
import { disputeOf, withdrawalOf } from '#tests/support/small-shop.ts';
import { disputeEvidence } from './dispute-evidence.ts';
import { moveOrder } from './move-order.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const byWebhook = { by: 'webhook', event: null } as const;
/** The evidence by the headings of its sections; `end` is what stands below them. */
async function evidenceOf(id: string) {
  const { text } = await disputeEvidence(desk.needs, id);
  const parts = text.split('\n\n');
  const end = parts.pop();
  const sections = Object.fromEntries(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.split(' ')[0] ?? '', lines];
    }),
  );
  return { ...sections, end } as Record<string, string[]> & { end: string };
}
const letters = query('SELECT id, kind FROM letters ORDER BY id', { id: integer, kind: textColumn });

describe('The evidence for a dispute', () => {
  it('is a file named after the order, and that it was asked for is on record', async () => {
    await desk.sell(1);
    expect(await disputeEvidence(desk.needs, ' pi_1 ')).toMatchObject({ fileName: 'evidence-cs_1.txt' });
    expect(await desk.recorded()).toEqual([
      ['orders.show', 'cs_1', null, {}],
      ['orders.evidence', 'cs_1', null, {}],
    ]);
    await expect(disputeEvidence(desk.needs, 'cs_9')).rejects.toMatchObject({ code: 'order_not_found' });
  });

  it('says of an order of which little is known just that, under the names of the form', async () => {
    await desk.sell(1, {}, []);
    expect(await evidenceOf('cs_1')).toEqual({
      Order: ['  cs_1, payment pi_1 (test payment)', '  Paid 2025-06-01 12:00 UTC: 250 SEK'],
      product_description: [
        '  Lone Wolf The Fortress of Death, 250 SEK',
        '  Audio adventures for a mobile app: digital content, unlocked for the account of the buyer.',
      ],
      customer_email_address: [
        '  anna@example.com, as the buyer typed it on the payment page or signed in with it.',
      ],
      service_date: ['  Nothing was unlocked.'],
      access_activity_log: ['  Not claimed by any account yet.'],
      customer_communication: ['  Nothing on record.'],
      refund_policy_disclosure: ['  Nothing on record.'],
      refund_refusal_explanation: ['  No withdrawal is recorded here; add what they wrote by mail.'],
      uncategorized_text: ['  Nothing on record.'],
      end: "Made 2025-06-01 12:00 UTC from the shop's own records. Addresses of devices (IP) are not kept.\n",
    });
  });

  it('names what was bought by its title, what it cost, and a payment of a live shop without a remark', async () => {
    await desk.sell(1, {
      ...{ live: true, paymentIntentId: null, totalOre: 30_050 },
      lines: [
        { productId: 'fist', priceOre: 30_050 },
        { productId: 'gone', priceOre: 0 },
      ],
    });
    const { Order, product_description: products } = await evidenceOf('cs_1');
    expect(Order?.[0]).toBe('  cs_1, payment none');
    expect(products?.slice(0, 2)).toEqual(["  Steve Jackson's F.I.S.T., 300.50 SEK", '  gone, 0 SEK']);
  });

  it('does not say of a pre-order that it could be used at once', async () => {
    await desk.sell(1, { lines: [{ productId: 'coc_aatt', priceOre: 25_000 }] });
    const title = 'Call of Cthulhu: Alone Against the Tide';
    const unlocked = '  2025-06-01 12:00 UTC: unlocked with the payment.';
    expect((await evidenceOf('cs_1'))['service_date']).toEqual([
      unlocked,
      `  ${title}: bought as a pre-order; it comes out on 2025-08-01.`,
    ]);
    desk.turnTo(new Date('2025-07-31T22:00:00Z'));
    expect((await evidenceOf('cs_1'))['service_date']).toEqual([
      unlocked,
      `  ${title}: bought as a pre-order; it came out on 2025-08-01.`,
    ]);
  });

  it('tells disputes, refunds and a withdrawal', async () => {
    await desk.sell(1);
    await desk.ledger.recordPaymentFact(
      disputeOf({ status: 'needs_response', asOf: later }),
      byWebhook,
      later,
    );
    await desk.ledger.recordPaymentFact(refundOf(1, { amountOre: 5_000 }), byWebhook, later);
    await desk.ledger.recordWithdrawal('cs_1', withdrawalOf({ receivedAt: later }));
    const evidence = await evidenceOf('cs_1');
    expect(evidence['Order']?.at(-1)).toBe('  Dispute du_1: 250 SEK, needs response');
    expect(evidence['refund_refusal_explanation']).toEqual([
      '  The buyer withdrew on 2025-06-02 12:00 UTC (W-1).',
      '  Refund re_1: 50 SEK, succeeded.',
    ]);
  });

  it('tells when it was unlocked, and what became of that, by whom', async () => {
    await desk.sell(1);
    await desk.ledger.ownedGrants(anna, later);
    await desk.ledger.recordPaymentFact(refundOf(1), byWebhook, later);
    const { service_date: service, access_activity_log: access } = await evidenceOf('cs_1');
    expect(service).toEqual(['  2025-06-01 12:00 UTC: unlocked with the payment, for immediate use.']);
    expect(access).toEqual([
      '  2025-06-01 12:00 UTC: fod was unlocked (event of the payment provider)',
      '  2025-06-02 12:00 UTC: fod was put on the account (the account)',
      '  2025-06-02 12:00 UTC: fod was taken back (event of the payment provider)',
      "  Claimed by the account sub-anna, whose owner signed in with a verified address or the order's own link.",
    ]);
  });

  it('does not call an order unclaimed whose account was deleted since', async () => {
    await desk.sell(1, { accountId: anna.id });
    await desk.ledger.completeErasure(anna.id, later);
    expect((await evidenceOf('cs_1'))['access_activity_log']).toEqual([
      '  2025-06-01 12:00 UTC: fod was unlocked (event of the payment provider)',
      '  2025-06-02 12:00 UTC: fod was revoked (the account)',
      '  It was for an account that its owner deleted since.',
    ]);
  });

  it('tells a corrected address, and does not name the operator', async () => {
    await desk.sell(1);
    desk.turnTo(later);
    await moveOrder(desk.needs, 'cs_1', 'bo@example.com', 'a typing error');
    expect((await evidenceOf('cs_1'))['customer_email_address']).toEqual([
      '  anna@example.com, as the buyer typed it on the payment page or signed in with it.',
      '  Corrected to bo@example.com 2025-06-02 12:00 UTC by the shop: a typing error',
    ]);
  });

  it('of a gift tells when it was opened, and lays no letter to somebody else in the buyer’s post', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    const gift = { ...purchaseOf(1), isGift: true };
    await desk.ledger.recordPurchase(gift, ['fod'], byWebhook, at);
    const unopened = await evidenceOf('cs_1');
    expect(unopened['service_date']).toEqual(['  A gift that nobody has opened yet: nothing was unlocked.']);
    expect(unopened['product_description']?.at(-1)).toContain('for the account of whoever opens the gift');
    const letter = { kind: 'gift', subject: '1 1', purchaseId: 1, recipient: 'bo@example.com' } as const;
    await desk.ledger.write([], () => writeLetter({ ...letter, happenedAt: at }, at));
    for (const { id } of await desk.ledger.read(() => letters.all()))
      await desk.ledger.write([], () => endLetter(id, 'sent', null, at));
    const token = await newLink(desk.ledger, 'cs_1', at);
    await claimWith(desk.ledger, { ...anna, id: 'sub-bo' }, token, later);
    const opened = await evidenceOf('cs_1');
    expect(opened['service_date']).toEqual([
      '  2025-06-02 12:00 UTC: the gift was opened, and unlocked by that.',
    ]);
    expect(opened['customer_communication']).toEqual([
      '  2025-06-01 12:00 UTC: "order confirmation" was taken by the buyer\'s mail service.',
      '  2025-06-01 12:00 UTC: "gift" was taken by the mail service of its recipient.',
    ]);
  });

  it('does not call the mail service of an address that somebody declared a withdrawal with the buyer’s', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    await desk.sell(1);
    const letter = {
      kind: 'withdrawal-acknowledged',
      subject: 'W-1',
      purchaseId: 1,
      happenedAt: at,
    } as const;
    await desk.ledger.write([], () => writeLetter(letter, at));
    await desk.ledger.write([], () => endLetter(2, 'sent', null, later));
    expect((await evidenceOf('cs_1'))['customer_communication']).toEqual([
      '  2025-06-02 12:00 UTC: "withdrawal acknowledged" was taken by the mail service of the address that it was declared with.',
    ]);
  });

  it('tells what the buyer agreed to', async () => {
    await desk.sell(1, { termsVersion: '2025-01-01', consentText: 'I agree.' });
    expect((await evidenceOf('cs_1'))['refund_policy_disclosure']).toEqual([
      '  Sold under the terms of sale of 2025-01-01.',
      '  Before paying the buyer agreed to: "I agree."',
    ]);
  });

  it.each([
    ['sent', '  2025-06-02 12:00 UTC: "order confirmation" was taken by the buyer\'s mail service.'],
    ['refused', '  2025-06-01 12:00 UTC: "order confirmation" could not be delivered.'],
    ['dead', '  2025-06-01 12:00 UTC: "order confirmation" could not be delivered.'],
    ['dropped', '  Nothing on record.'],
    [null, '  Nothing on record.'],
  ] as const)('tells of a letter that was %s', async (state, line) => {
    await desk.ledger.write([], () => noteMailService(true, at));
    await desk.sell(1);
    const [letter] = await desk.ledger.read(() => letters.all());
    if (state) await desk.ledger.write([], () => endLetter(letter?.id ?? 0, state, null, later));
    expect((await evidenceOf('cs_1'))['customer_communication']).toEqual([line]);
  });

  it('names earlier orders of the same buyer that nobody disputed or gave back, and no later one', async () => {
    const mine = { email: anna.email };
    await desk.sell(1, { lines: [{ productId: 'fist', priceOre: 1 }] });
    await desk.sell(2);
    await desk.sell(3);
    await desk.sell(4, { live: true });
    await desk.sell(5, { email: 'bo@example.com' });
    await desk.sell(6, mine);
    await desk.sell(7);
    await desk.ledger.recordPaymentFact(refundOf(3), byWebhook, later);
    const { uncategorized_text: earlier } = await evidenceOf('cs_6');
    expect(earlier).toEqual([
      "  2025-06-01 12:00 UTC: Steve Jackson's F.I.S.T., 250 SEK (cs_1)",
      '  2025-06-01 12:00 UTC: Lone Wolf The Fortress of Death, 250 SEK (cs_2)',
    ]);
  });

  it.each(['won', 'prevented', 'warning_needs_response', 'warning_closed'])(
    'names no earlier order with a dispute, also one that is %s and left it paid',
    async (status) => {
      await desk.sell(1);
      await desk.ledger.recordPaymentFact(disputeOf({ status, asOf: at }), byWebhook, later);
      await desk.sell(2);
      expect(await evidenceOf('cs_2')).toMatchObject({ uncategorized_text: ['  Nothing on record.'] });
    },
  );

  it('finds the orders of an account by the account, whatever address they were made with', async () => {
    await desk.sell(1, { accountId: 'sub-anna', email: 'old@example.com' });
    await desk.sell(2, { email: anna.email });
    await desk.sell(3, { accountId: 'sub-anna' });
    const { uncategorized_text: earlier } = await evidenceOf('cs_3');
    expect(earlier).toEqual([expect.stringContaining('(cs_1)')]);
  });
});
