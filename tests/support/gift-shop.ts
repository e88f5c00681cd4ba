import { expect } from 'vitest';
import { orderStatus } from '#server/buying/order-status.ts';
import type { NewPurchase } from '#server/buying/records.ts';
import type { PaymentFact } from '#server/buying/refunds-and-disputes.ts';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import { recogniseViewer } from '#server/claiming/recognise-viewer.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { claimUrlFor, composeMail } from '#server/mailing/compose.ts';
import { endUndelivered } from '#server/mailing/end-undelivered.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, takeLetters } from '#server/outbox/outbox.ts';
import { unlocksOf } from '#server/owning/gifts.ts';
import { noMeters } from '#server/runtime.ts';
import type { GiftWrapping } from '#shared/api/orders.ts';
import { anna, bo, testCipher } from '#tests/support/accounts.ts';
import { claimWith, newLink, previewOf } from './claims.ts';
import { exampleFacts } from './example-facts.ts';
import { ledgerVerbs, silentLog } from './ledger-verbs.ts';
import { minutes, noon, purchaseOf, smallShop } from './small-shop.ts';

/** A third person, as another receiver of a gift. */
export const cecil: Account = {
  id: 'sub-cecil',
  username: 'cecil',
  email: 'cecil@example.com',
  emailVerified: true,
};

export const byWebhook = { by: 'webhook', event: null } as const;
export const asBuyer = { account: anna, browserId: null };
const desk = { publicUrl: 'https://shop.example.org', facts: exampleFacts };

/** One line of an order for each product, at 250 SEK. */
export const lines = (...ids: string[]) => ids.map((productId) => ({ productId, priceOre: 25_000 }));

/** The refusal of a call about a gift. */
export const refusal = (code: string, field?: string) =>
  expect.objectContaining({ code, ...(field !== undefined && { field }) });

/** The token of the claim link in a letter. */
export const tokenIn = (words = '') => /\/open\/([A-Za-z0-9_-]{43})/.exec(words)?.[1] ?? 'no token';

type Meanwhile = Partial<Record<'taken' | 'linked' | 'composed', () => Promise<unknown>>>;

/** A ledger in which Anna gives and Bo receives, at a time that the test sets (`now`). */
export async function openGiftShop(open: (clock: () => Date) => Promise<Ledger>) {
  let now = noon;
  const clock = () => now;
  const ledger = await open(clock);
  const verbs = ledgerVerbs(ledger);
  const { payments } = smallShop();
  const needs = { clock, log: silentLog, metrics: noMeters, payments, facts: exampleFacts };
  const shop = {
    get now() {
      return now;
    },
    set now(time: Date) {
      now = time;
    },
    ledger,
    verbs,
    needs: { ...needs, ledger },
    give(over: Partial<NewPurchase> = {}) {
      const purchase = purchaseOf({ accountId: anna.id, ...over });
      const totalOre = purchase.lines.reduce((sum, { priceOre }) => sum + priceOre, 0);
      const gift = { ...purchase, totalOre, isGift: true };
      return verbs.recordPurchase(gift, unlocksOf(purchase.lines), byWebhook, noon);
    },
    link: (order = 'cs_1') => newLink(ledger, order, now),
    claim: (account: Account, token: string) => claimWith(ledger, account, token, now),
    state: async (token: string) => (await previewOf(ledger, token, now)).state,
    owned: async (account: Account) =>
      (await verbs.ownedGrants(account, now)).map(({ adventureId }) => adventureId).toSorted(),
    tell: (fact: PaymentFact) => verbs.recordPaymentFact(fact, byWebhook, now),
    async seen(id = 'cs_1', viewer = asBuyer) {
      const order = await orderStatus(shop.needs, id, await recogniseViewer(ledger, viewer));
      if (!order) throw new Error('There is no order');
      return order;
    },
    wrap: (over: Partial<GiftWrapping> = {}, order = 'cs_1', viewer = asBuyer) =>
      wrapGift(shop.needs, order, { recipient: bo.email, ...over }, viewer),
    /**
     * Sends the letters that are due. @returns the mails
     * @param meanwhile runs once the letters are taken, once a letter has its link, or once it is composed and being sent
     */
    async send(outcome: 'sent' | 'refused' = 'sent', meanwhile: Meanwhile = {}) {
      const mails: { to: string; subject: string; text: string; html: string }[] = [];
      const due = await ledger.write([], () => takeLetters(20, now, minutes(1, now), true));
      await meanwhile.taken?.();
      for (const letter of due) {
        const facts = { ...desk, now };
        const script = claimUrlFor(letter, facts, testCipher);
        const claimUrl = script && (await ledger.write([], script));
        await meanwhile.linked?.();
        const mail = await ledger.snapshot(() => composeMail(letter, { ...facts, claimUrl }));
        await meanwhile.composed?.();
        if (mail) mails.push(mail);
        await ledger.amend(function* () {
          if (mail && outcome === 'refused') yield* endUndelivered(letter, outcome, '550 5.1.1', now);
          else yield* endLetter(letter.id, mail ? 'sent' : 'dropped', null, now);
        });
      }
      return mails;
    },
  };
  await ledger.write([], () => noteMailService(true, noon));
  return shop;
}

export type GiftShop = Awaited<ReturnType<typeof openGiftShop>>;
