import { z } from 'zod';

/**
 * The most products of one checkout. Each has a metadata key at Stripe, which allows 50 keys
 * (docs.stripe.com/api/metadata); three are for the account, the terms and a gift. The catalogue is far smaller.
 */
export const mostCheckoutProducts = 47;

const productSchema = z.object({ id: z.string().max(100), price: z.number().optional() });

/**
 * The body of `createCheckoutSession`. A product may be posted whole, as the specification's client does; only the id
 * counts. A posted `price` (SEK) is compared with the catalogue and refused when it differs, so that nobody is charged
 * another price than the one they were shown.
 */
export const checkoutRequestSchema = z.object({
  // Counted first: to find what is wrong with each of 20 000 takes a tenth of a second.
  products: z.preprocess((posted, { addIssue }) => {
    if (!Array.isArray(posted) || posted.length <= 1000) return posted;
    addIssue(`Send at most ${mostCheckoutProducts} products.`);
    return z.NEVER;
  }, z.array(productSchema)),
  baseUrl: z.string().max(2000),
  /** Needed from guests. For a signed-in buyer the account's verified address is used instead. */
  email: z.string().max(1000).optional(),
  /** To be given away: it unlocks nothing for the buyer, and everything for whoever first puts it on an account with its link. */
  gift: z.boolean().optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

export const checkoutResponseSchema = z.object({
  /** The hosted payment page to send the browser to. */
  redirect_url: z.url(),
});
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;
