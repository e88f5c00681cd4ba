import { z } from 'zod';
import { longestGiftMessage, longestGiftSender } from '../gift-words.ts';

/**
 * The status of an order. `processing`: the buyer has finished checkout, the payment is pending. `open`: the payment page
 * is open and unpaid. `failed`: the payment failed after the buyer had finished checkout. `expired`: the payment page
 * closed unpaid. `partly_refunded`: a part was refunded. `refunded`: all of it was, and the unlocks ended. `disputed`:
 * the payment is disputed at the buyer's bank, and the unlocks are suspended. `reversed`: the bank gave the money back,
 * and the unlocks ended.
 */
export const orderStatuses = [
  'paid',
  'processing',
  'open',
  'failed',
  'expired',
  'partly_refunded',
  'refunded',
  'disputed',
  'reversed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What was charged if it was another currency than the shop's: its smallest unit, and ISO 4217 in lower case. */
export const chargedSchema = z.object({ amount: z.int(), currency: z.string() });

/** How far an order's letter has come. `undelivered`: the address takes no mail, or trying was given up. */
export const deliverySchema = z.enum(['waiting', 'sent', 'undelivered']);
export type Delivery = z.infer<typeof deliverySchema>;

/** A day of the shop's, `YYYY-MM-DD` in Stockholm. */
const day = z.iso.date();

/** A gift's card as its buyer wrote it, and the state of its letter. */
const giftCardSchema = z.object({
  /** The letter's recipient; `null` for a card to print, unless a letter has gone out before, and before anything was written. */
  recipient: z.string().nullable(),
  sendOn: day.nullable(),
  sender: z.string().nullable(),
  message: z.string().nullable(),
  /** The state of the newest letter; `null` if there is none. */
  letter: deliverySchema.nullable(),
  /** How many more letters can be written for it, without one that waits and was not tried yet, which a newer one replaces. */
  lettersLeft: z.int(),
  /** How many were written for it, with those that were replaced. */
  lettersWritten: z.int(),
});
export type GiftCard = z.infer<typeof giftCardSchema>;

/** The answer of `readOrder`. */
export const orderSchema = z.object({
  status: z.enum(orderStatuses),
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Present and true when this product was refunded by name. */
      returned: z.boolean().optional(),
    }),
  ),
  /**
   * The order's e-mail address: in full for its buyer (`yours`), masked for everybody else (`a•••@example.com`): enough
   * to recognise, useless to a stranger.
   */
  email: z.string().nullable(),
  /** Present and true for the browser that paid and for the signed-in owner; the order's id alone proves neither. */
  yours: z.boolean().optional(),
  /** Present and true when the buyer can correct the address: it is on no account yet. */
  mayCorrectAddress: z.boolean().optional(),
  /**
   * Present for a paid order that is on an account, and no gift: `yours` for the account that asks, `another` for anybody
   * else. It stays there: neither another account with the order's address nor a claim link gets it.
   */
  onAccount: z.enum(['yours', 'another']).optional(),
  /** For the buyer: the URL to pay while the order is `open`, or to reopen the payment page when it is `expired`. */
  paymentPage: z.url().optional(),
  /**
   * Present and true when its unlocks ended for another reason than its money: they went with their account, or the shop
   * took them.
   */
  ended: z.boolean().optional(),
  /** Present and true when a newer payment page of the same buyer replaced this one. */
  replaced: z.boolean().optional(),
  /** What was charged or is to be charged, in öre. */
  totalOre: z.int(),
  currency: z.string(),
  /** The VAT within `totalOre` by rate, in percent, once the payment provider has calculated it. */
  vat: z.array(z.object({ rate: z.number(), vatOre: z.int() })).optional(),
  /** For the buyer: present and true when an invoice was made of it, which `readInvoice` leads to. */
  invoice: z.boolean().optional(),
  /** Present when the payment page charged the buyer's own currency instead. */
  charged: chargedSchema.optional(),
  /** Refunded or being refunded, in öre; absent when nothing was. */
  refundedOre: z.int().optional(),
  /** The state of the confirmation by mail; absent if none is sent. */
  confirmation: deliverySchema.optional(),
  /** Present for a gift. */
  gift: z
    .object({
      /** When somebody opened it, ISO 8601 in UTC; `null` while nobody has. */
      openedAt: z.iso.datetime().nullable(),
      /** For its buyer. */
      card: giftCardSchema.optional(),
    })
    .optional(),
  /**
   * Present for a double payment, when another order that stays unlocks everything: when that one was paid, ISO 8601 in UTC.
   * Only for the other order's buyer, and the owner of the address.
   */
  paidBefore: z.object({ at: z.iso.datetime() }).optional(),
  /** Present when the buyer can withdraw from the purchase, or has. */
  withdrawal: z
    .object({
      /** When it was declared, ISO 8601 in UTC; `null` if it was not. */
      receivedAt: z.iso.datetime().nullable(),
      /** Present when it left a part of the order to the buyer. */
      keepsSome: z.literal(true).optional(),
      /** Present once the money of what it names went back. */
      paidBack: z.literal(true).optional(),
    })
    .optional(),
});
export type Order = z.infer<typeof orderSchema>;

/** The answer of `readInvoice`: the invoice's URL, which anybody who has it can read for some days. */
export const invoiceSchema = z.object({ url: z.url() });

/** The body of `correctAddress`. Its answer is the order as its buyer sees it then. */
export const addressCorrectionSchema = z.object({ email: z.string().max(1000) });

/**
 * The body of `wrapGift`: the new card, and the letter's recipient. Its answer is the order as its buyer sees it then.
 * Every letter that was sent or tried counts towards the limit; an unsent one is replaced.
 */
export const giftWrappingSchema = z.object({
  /**
   * The letter's recipient; `null` for a card that the buyer prints: a letter that waits is called off, and the link of one that
   * has gone stays good. A new address ends that link.
   */
  recipient: z.string().max(1000).nullable(),
  /** The day of the letter, from 08:00; today, the day before, or left out: at once. At most a year ahead. */
  sendOn: day.optional(),
  sender: z.string().max(longestGiftSender).default(''),
  message: z.string().max(longestGiftMessage).default(''),
  /**
   * `lettersWritten` of the card as its buyer saw it. If the same card and its letter were written after that, this is a
   * retry after a lost answer, and no second letter is written.
   */
  lettersWritten: z.int().optional(),
});
export type GiftWrapping = z.input<typeof giftWrappingSchema>;

/** The answer of `listOwnOrders`: the recorded purchases of the account that asks, newest first. */
export const ownOrdersSchema = z.object({
  orders: z.array(
    orderSchema.extend({
      /** The checkout session's id, which opens the order's page. */
      id: z.string(),
      /** When it was paid, ISO 8601 in UTC. */
      paidAt: z.iso.datetime(),
      /** The order's e-mail address in full, for its owner. */
      email: z.string(),
    }),
  ),
});
export type OwnOrders = z.infer<typeof ownOrdersSchema>;
export type OwnOrder = OwnOrders['orders'][number];

/** The body of `mailOrderLinks`. */
export const orderLinksRequestSchema = z.object({
  /** The address that the orders were made with. */
  email: z.string().max(1000),
});
export type OrderLinksRequest = z.input<typeof orderLinksRequestSchema>;
