// Parts that several letters about orders share.

import { asPaid } from '#server/buying/charged.ts';
import { deriveRecorded, keptLines } from '#server/buying/order-facts.ts';
import type { PurchaseLine } from '#server/buying/payment-provider.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import { percentOf, vatByRate } from '#server/buying/vat.ts';
import { isDelivered, opensInOrder } from '#server/buying/withdrawal-right.ts';
import { claimLinkDays } from '#server/owning/claim-links.ts';
import type { Gift } from '#server/owning/gifts.ts';
import { productById } from '#shared/catalogue.ts';
import { dayInWords, shopDayInWords } from '#shared/day-in-words.ts';
import { momentInWords } from '#shared/moment-in-words.ts';
import { formatSek } from '#shared/money.ts';
import { markedTitle } from '#shared/pre-order-mark.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import { type RatedVat, vatInWords } from '#shared/vat-words.ts';
import { type Desk, heading, link, list, type Part, steps } from './letter.ts';

/** A product's title in letters; its id if it left the catalogue. */
export function titleOf(productId: string): string {
  const product = productById(productId);
  return product ? markedTitle(product) : productId;
}

export const titlesOf = (productIds: readonly string[]): string => inWords(productIds.map(titleOf));
export const titlesIn = (lines: readonly PurchaseLine[]): string =>
  titlesOf(lines.map(({ productId }) => productId));

/** `a`, `a and b`, `a, b and c`. */
const inWords = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** With one full stop at its end, also after a title that has one of its own. */
const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);

/** What was bought, for how much, and when. */
export function whatWasBought(order: RecordedOrder): Part[] {
  const { purchase } = order;
  return [
    heading('What you bought'),
    list(
      purchase.lines.map(
        (line) => `${titleOf(line.productId)}: ${formatSek(line.priceOre)}${vatOfLine(line)}`,
      ),
    ),
    list([
      `Paid: ${asPaid(purchase, purchase.totalOre)}, ${vatOfAll(order)}`,
      `When: ${momentInWords(purchase.paidAt)}`,
      `Order number: ${purchase.checkoutSessionId}`,
      `Recorded for: ${purchase.email}`,
    ]),
  ];
}

/** The VAT within a line's price, where it is known. */
const vatOfLine = ({ vat }: PurchaseLine): string =>
  vat ? `, ${including([{ rate: percentOf(vat.ratePpm), vatOre: vat.ore }])}` : '';

const vatOfAll = ({ purchase }: RecordedOrder): string =>
  purchase.vatOre === null ? 'VAT included' : including(vatByRate(purchase));

const including = (vat: readonly RatedVat[]): string => `including ${vatInWords(vat)}`;

/** The invoice, if one was made. Its URL soon expires; after that the order's page links to it. */
export function invoice({ purchase }: RecordedOrder, invoiceUrl: unknown): Part[] {
  if (purchase.invoiceId === null) return [];
  return typeof invoiceUrl === 'string'
    ? [
        link('Your invoice', invoiceUrl),
        'Keep the invoice itself: this link works for 30 days, and whoever has it can read it.',
      ]
    : ['Your invoice: open the page of your order, in the browser you paid with or logged in.'];
}

/** Products of an order that went back meanwhile, while the rest of it stays. */
export function whatWentBack(order: RecordedOrder): Part[] {
  const { returnedProductIds } = deriveRecorded(order);
  const refunded = [...returnedProductIds];
  const withdrawn = order.withdrawal?.productIds.filter((id) => !returnedProductIds.has(id)) ?? [];
  return [
    ...(refunded.length > 0 ? [sentence(`The money for this went back to you: ${titlesOf(refunded)}`)] : []),
    ...(withdrawn.length > 0
      ? [
          sentence(
            `You have withdrawn from the contract for this, and its money comes back to you: ${titlesOf(withdrawn)}`,
          ),
        ]
      : []),
  ];
}

/** Release dates of products that are not out yet. @param weWrite whether their buyer gets a letter on that day */
export function openings(order: RecordedOrder, now: Date, weWrite: boolean): Part[] {
  const days = keptLines(order).flatMap(({ productId }) => {
    const day = opensInOrder(order, productId, shopDay(now));
    if (!day) return [];
    const opens = `${titleOf(productId)} opens on ${dayInWords(day)}.`;
    return [weWrite ? `${opens} We write to you on that day.` : opens];
  });
  return days.length > 0 ? [list(days)] : [];
}

/** How to get from the mail to the adventure. */
export function howToPlay(order: RecordedOrder, { publicUrl, now, claimUrl }: Desk): Part[] {
  const { purchase } = order;
  const isOut = keptLines(order).every((line) => isDelivered(order, line, now));
  return [
    heading('How to play'),
    ...(claimUrl === null
      ? []
      : [
          link('On your phone, open it in the app', claimUrl),
          `That link puts what you bought on the account that the app is signed in to, whichever address that has. It works once, for ${claimLinkDays} days, for whoever first puts it on an account: keep it to yourself. Or:`,
        ]),
    steps([
      `Download our free app on your phone: ${publicUrl}${paths.download()}`,
      purchase.accountId === null
        ? `Log in there with this email address: ${purchase.email}. If you have no account yet, create one with it.`
        : `Log in there with the account that your order is on. Its email address need not be ${purchase.email}.`,
      `Put your headphones on. What you bought is in the app${isOut ? '' : ', each from the day on which it opens'}.`,
    ]),
  ];
}

/** How to get from the mail to the gift's card, until somebody has opened the gift. */
export function howToGive(order: RecordedOrder, { openedAt }: Gift, desk: Desk): Part[] {
  if (openedAt !== null) {
    return [`It is a gift, and somebody opened it on ${shopDayInWords(openedAt)}.`];
  }
  return [
    heading('How to give it'),
    'It is on nobody\u2019s account: it waits for whoever first puts it on an account with its link. Write the card on the page of your order, and choose: we send it by mail on the day you say, or you print it. Your price and your address are on neither.',
    ...toTheCard('Write the card', order, desk),
  ];
}

/**
 * The link to the page with a gift's card, and where that page knows the giver: signed in, or for `knownBrowserSeconds` in the
 * browser that paid.
 */
export function toTheCard(label: string, { purchase }: RecordedOrder, { publicUrl }: Desk): Part[] {
  const { checkoutSessionId, accountId, email } = purchase;
  const account = accountId === null ? `an account for ${email}` : 'the account that you paid with';
  return [
    // An address in a sentence is read out letter by letter, and an order's has ninety of them.
    link(label, `${publicUrl}${paths.order(checkoutSessionId)}`),
    `The page knows you for 30 days in the browser in which you paid. After that, or in any other, log in with ${account} first; it lists your orders.`,
    link('Your account', `${publicUrl}${paths.account()}`),
  ];
}

export const linkToOrder = ({ purchase }: RecordedOrder, { publicUrl }: Desk): Part =>
  link('Your order', `${publicUrl}${paths.order(purchase.checkoutSessionId)}`);
