import { waitText } from '#client/api/wait-text.ts';
import { facts } from '#facts';
import type { GiftCard, Order } from '#shared/api/orders.ts';
import { productById } from '#shared/catalogue.ts';
import { dayInWords, shopDayInWords } from '#shared/day-in-words.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { markedTitle } from '#shared/pre-order-mark.ts';
import { asCharged } from '#shared/presentment.ts';
import { opensOn } from '#shared/release-days.ts';
import { vatInWords } from '#shared/vat-words.ts';
import type { OrderState } from './order-polling.ts';

/**
 * The texts for an order in each state that it can be in: what happened, whether money moved, what to do. The table in
 * docs/order-states.md is generated from this.
 */
export interface OrderWords {
  kind: 'info' | 'error' | 'success';
  title: string;
  sentences: readonly string[];
  /** The heading of the page after paying. */
  heading: 'Order Completed' | 'Order not completed' | 'Your order';
  /** The action that the buyer can take right there. */
  offers: readonly OrderOffer[];
  /**
   * What the page after paying says about the app: that the order waits there, will on its day of release, will once the money
   * is here, that it is not known, or nothing.
   */
  inTheApp: 'waits' | 'from its day' | 'will wait' | 'unknown' | 'nothing';
  /** What happens to the products in the cart when the page after paying finds the order in this state. */
  cart: 'what was bought leaves it' | 'what had left it comes back' | 'stays as it is';
}

export type OrderOffer = 'ask again' | 'go on paying' | 'open it again' | 'pay again' | 'return to the shop';

const support = facts.email.support;

/** Before the order is known. */
const withoutOrder = {
  asking: {
    kind: 'info',
    title: 'Asking how your payment stands',
    sentences: [],
    heading: 'Order Completed',
    offers: [],
    inTheApp: 'unknown',
    cart: 'stays as it is',
  },
  unknown: {
    kind: 'error',
    title: 'We cannot find this order',
    sentences: [
      'So we cannot say whether money has moved; your bank or your mail can.',
      `If you have paid, the receipt in your mail is proof enough: send it to ${support} and we will put it right.`,
    ],
    heading: 'Your order',
    offers: [],
    inTheApp: 'nothing',
    cart: 'stays as it is',
  },
  unreachable: {
    kind: 'error',
    title: 'We could not ask how your payment stands',
    sentences: [
      'Nothing is lost: a payment that went through is recorded without this page. Your cart is as it was; do not pay again before you know.',
    ],
    heading: 'Your order',
    offers: ['ask again'],
    inTheApp: 'unknown',
    cart: 'stays as it is',
  },
} as const satisfies Record<Exclude<OrderState['kind'], 'known'>, OrderWords>;

/**
 * The texts for an order's state.
 * @param today the shop's day, `YYYY-MM-DD`: unreleased products say when they are released
 */
export function orderWords(state: OrderState, today: string): OrderWords {
  if (state.kind === 'unreachable' && state.waitSeconds !== undefined) {
    const tooOften = `The shop was asked too often from here. Ask again in ${waitText(state.waitSeconds)}.`;
    return { ...withoutOrder.unreachable, sentences: [tooOften, ...withoutOrder.unreachable.sentences] };
  }
  if (state.kind !== 'known') return withoutOrder[state.kind];
  const { order, stillAsking } = state;
  if (holdsMoney(order.status)) {
    if (order.withdrawal?.receivedAt) return withdrawn(order, today);
    if (order.ended) return lost(order);
  }
  const opens = openings(order, today);
  const forWhom = order.email ? ` for ${order.email}` : '';
  const askAgain = stillAsking ? [] : (['ask again'] as const);
  switch (order.status) {
    case 'paid':
    case 'partly_refunded':
      return bought(order, opens);
    case 'processing':
      return {
        kind: 'info',
        heading: 'Order Completed',
        title: 'Your payment is on its way',
        sentences: [
          `${order.gift ? 'You can give it away' : `It will be ${opens.length > 0 ? 'recorded' : 'unlocked'}${forWhom}`} as soon as the money is here. ${stillAsking ? 'This page keeps asking.' : 'That can take a few days; you need not wait here.'}`,
          ...opens,
        ],
        offers: askAgain,
        inTheApp: order.gift ? 'nothing' : opens.length > 0 ? 'from its day' : 'will wait',
        cart: 'what was bought leaves it',
      };
    case 'open':
      return {
        ...notPaid,
        kind: 'info',
        offers: [order.paymentPage ? 'go on paying' : 'pay again', ...askAgain, 'return to the shop'],
        title: 'This order is not paid yet',
        sentences: [
          `Its payment page is still open. No money has moved${forWhom}.`,
          `If you did pay, wait a moment; if it stays like this, write to ${support}.`,
        ],
      };
    case 'failed':
      return {
        ...notPaid,
        title: 'The payment failed',
        sentences: [
          `You had done your part, and then the bank or the payment service turned it down. No money has moved${forWhom}.`,
          `If money did leave your account, it comes back by itself; if it does not, write to ${support}.`,
        ],
      };
    case 'expired':
      return order.replaced ? replaced : expired(order);
    case 'refunded':
      return {
        ...over,
        title: `Refunded: ${asCharged(order.refundedOre ?? order.totalOre, order)}`,
        sentences: [
          `We sent the money back to the card or account you paid with; a bank may take some days over it. ${order.gift ? 'The gift is void: its link opens nothing more, and where it was opened, it is locked again.' : 'What this order unlocked is locked again, unless you have it in another way as well.'}`,
        ],
      };
    case 'disputed':
      return {
        ...over,
        title: 'Your bank is looking into this payment',
        sentences: [
          `Somebody has told the bank that this payment is not right. Until the bank has decided, what it unlocked is locked. If that was a mistake, tell your bank, and write to ${support}.`,
        ],
      };
    case 'reversed':
      return {
        ...over,
        title: 'Your bank has taken this payment back',
        sentences: [
          `What this order unlocked is locked again. If you did not want that, write to ${support}.`,
        ],
      };
  }
}

/** What the orders have in common that were never paid. */
const notPaid = {
  kind: 'error',
  heading: 'Order not completed',
  offers: ['pay again', 'return to the shop'],
  inTheApp: 'nothing',
  cart: 'what had left it comes back',
} as const;

/** What the orders have in common that were paid, and unlock nothing now. */
const over = {
  kind: 'info',
  heading: 'Your order',
  offers: [],
  inTheApp: 'nothing',
  cart: 'stays as it is',
} as const;

/** What was paid, and what of it went back. */
function paidText(order: Order): string {
  const paid = `Paid: ${asCharged(order.totalOre, order)}`;
  if (order.status === 'paid') return paid;
  return `${paid}, of which ${asCharged(order.refundedOre ?? 0, order)} went back to you`;
}

const inTheAppOnceBought = ({ gift }: Order, opens: readonly string[]) =>
  gift ? 'nothing' : opens.length > 0 ? 'from its day' : 'waits';

/** The money is here. @param opens the release days of what is not out yet */
function bought(order: Order, opens: readonly string[]): OrderWords {
  const isTwice = order.status === 'paid' && order.paidBefore;
  return {
    kind: order.paidBefore ? 'info' : 'success',
    // Whoever has paid twice has to hear of that first.
    heading: order.paidBefore ? 'Your order' : 'Order Completed',
    title: isTwice ? `Paid twice: ${asCharged(order.totalOre, order)}` : paidText(order),
    sentences: [
      ...repetition(order),
      ...vatWithin(order),
      ...opens,
      recorded(order, opens.length > 0),
      ...confirmed(order),
    ],
    offers: [],
    inTheApp: inTheAppOnceBought(order, opens),
    cart: 'what was bought leaves it',
  };
}

/** The buyer has withdrawn, and the money of the order is still here, or a part of it. */
function withdrawn(order: Order, today: string): OrderWords {
  const keepsSome = order.withdrawal?.keepsSome === true;
  const whatComes = order.withdrawal?.paidBack
    ? ''
    : ' What you withdrew from is paid back to you within 14 days.';
  return {
    ...over,
    title: keepsSome ? 'You withdrew from a part of this purchase' : 'You withdrew from this purchase',
    inTheApp: keepsSome ? inTheAppOnceBought(order, openings(order, today)) : 'nothing',
    sentences: [`${paidText(order)}.${whatComes}`, ...repetition(order)],
    cart: 'what was bought leaves it',
  };
}

/** The money is here, and all unlocks were taken away. */
function lost(order: Order): OrderWords {
  return {
    ...over,
    title: paidText(order),
    sentences: [
      `Nothing of this order is unlocked any more: its account was deleted, or we took it back. If you think that it should be, write to ${support}.`,
    ],
    cart: 'what was bought leaves it',
  };
}

/** The payment page gave way to a newer one. */
const replaced: OrderWords = {
  ...notPaid,
  kind: 'info',
  cart: 'stays as it is',
  title: 'A newer payment page took the place of this one',
  sentences: [
    'You went to pay for the same again, so this page was closed: no money has moved here.',
    'Go on with the newer one, or pay again.',
  ],
};

function expired({ paymentPage }: Order): OrderWords {
  return {
    ...notPaid,
    offers: [...(paymentPage ? (['open it again'] as const) : []), 'pay again', 'return to the shop'],
    title: 'The payment page closed before anything was paid',
    sentences: [
      'A payment page stays open for a day at most. Nothing was charged: no money has moved.',
      paymentPage
        ? 'You can open it again as it was, or pay for the same anew.'
        : 'You can pay for the same again whenever you like.',
    ],
  };
}

/** Whether no money has moved, and none is on its way. */
export const isUnpaid = ({ status }: Order): boolean =>
  status === 'open' || status === 'failed' || status === 'expired';

/** A product's title in an order. */
export function orderedTitle({ id, title, returned }: Order['products'][number]): string {
  const name = markedTitle({ title, preOrder: productById(id)?.preOrder ?? false });
  return returned ? `${name} (given back)` : name;
}

/** A double payment: what happened, that the money can be refunded, and how. */
function repetition({ paidBefore, withdrawal }: Order): string[] {
  if (!paidBefore) return [];
  const day = shopDayInWords(paidBefore.at);
  const already = `You have the same by your order of ${day}, so this payment unlocks nothing new`;
  if (withdrawal?.receivedAt) return [`${already}, and what you have stays unlocked.`];
  return [
    `${already}, and you can have it back.`,
    'Withdraw from this purchase below: all of this payment goes back to you, and what you have stays unlocked. We have been told of it too.',
  ];
}

/** The VAT within the price, if it was calculated. */
const vatWithin = ({ vat }: Order): string[] => (vat ? [`The price includes ${vatInWords(vat)}.`] : []);

/**
 * The order's address, and what to do when it is wrong: the most common reason for missing unlocks.
 * @param isToCome something in it is not released, and so unlocked nowhere yet
 */
function recorded({ email, mayCorrectAddress, onAccount, gift }: Order, isToCome: boolean): string {
  if (gift) {
    const order = `The order is recorded ${email ? `for ${email}` : 'for the address you paid with'}.`;
    if (gift.openedAt !== null) {
      return `It is a gift, and somebody opened it on ${shopDayInWords(gift.openedAt)}. ${order}`;
    }
    const waits = `It is a gift, and waits for whoever first puts it on an account with its link. ${order}`;
    // Only its buyer is given the card, and with it the link; a browser is known as its buyer's for 30 days.
    if (!gift.card) {
      return `${waits} To write its card or to change it, log in with an account of that address; for 30 days, the browser you paid in can do it too.`;
    }
    return didNotArrive(gift.card)
      ? `It is a gift, and its letter did not arrive: see below. ${order}`
      : waits;
  }
  const where = email ? `for ${email}` : 'for the address you paid with';
  const on = isToCome ? ', on' : ', and unlocked on';
  const forIt = isToCome ? `Recorded ${where}.` : `Recorded and unlocked ${where}.`;
  if (onAccount === 'yours') return `Recorded ${where}${on} your account.`;
  if (onAccount === 'another') {
    return `Recorded ${where}${on} an account: it stays on that one, which may have another address. Is it not yours? Write to ${support}, with the receipt.`;
  }
  if (mayCorrectAddress) return forIt;
  return `${forIt} Is that not yours? Write to ${support} from the right one, with the receipt, and we will move the order.`;
}

/** Whether the letter of a gift did not arrive, and its buyer has not chosen another way since. */
const didNotArrive = ({ letter, recipient }: GiftCard): boolean =>
  letter === 'undelivered' && recipient !== null;

/** The delivery state of the confirmation, if the shop sends mail. */
function confirmed({ confirmation, mayCorrectAddress }: Order): string[] {
  switch (confirmation) {
    case 'sent':
      return ['The confirmation has gone to that address by mail: keep it.'];
    case 'waiting':
      return ['The confirmation is on its way to that address by mail.'];
    case 'undelivered':
      return [
        mayCorrectAddress
          ? 'The confirmation could not be delivered to that address. Look for a slip in it, and correct it below.'
          : `The confirmation could not be delivered to that address. Write to ${support} from the right one, and we will move the order.`,
      ];
    default:
      return [];
  }
}

/** Release dates of the order's unreleased products. */
function openings({ products }: Order, today: string): string[] {
  return products.flatMap(({ id, title }) => {
    const product = productById(id);
    const day = product ? opensOn(product, today) : null;
    return day ? [`${title} opens on ${dayInWords(day)}: from that day it is in the app.`] : [];
  });
}
