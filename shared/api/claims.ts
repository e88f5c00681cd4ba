import { z } from 'zod';

/**
 * Why a claim link gives nothing. `link_not_found`: no such link, or none any more. `link_expired`: its time is over, or the
 * order went to another address since; the buyer can have a new one from the page of the order. `belongs_to_other_account`:
 * the order is on another account, and stays there. `order_not_paid`: the money is not here yet. `order_withdrawn`: the buyer
 * withdrew from all of it. `order_refunded`: it was given back. `order_disputed`: the buyer's bank looks into the payment, and
 * the unlocks rest. `order_reversed`: the bank gave the money back. `order_ended`: its unlocks were taken back otherwise, for
 * example with the account they were on. `already_owned`: it is a gift of what the account has already; it is not used up, and can
 * be passed on.
 */
const claimErrors = [
  'link_not_found',
  'link_expired',
  'belongs_to_other_account',
  'order_not_paid',
  'order_withdrawn',
  'order_refunded',
  'order_disputed',
  'order_reversed',
  'order_ended',
  'already_owned',
] as const;
export type ClaimError = (typeof claimErrors)[number];

/** The body of `claim` and `previewClaim`: the last part of the link's address. */
export const claimRequestSchema = z.object({ token: z.string().min(1).max(200) });

/** The answer of `claim`, with 200 whether or not the link worked; `unlocks` lists the adventure ids that are now the account's. */
export const claimSchema = z.object({
  valid: z.boolean(),
  error: z.enum(claimErrors).nullable(),
  unlocks: z.array(z.string()),
});
export type Claim = z.infer<typeof claimSchema>;

/** The answer of `previewClaim`: looking changes nothing and uses nothing up. */
export const claimPreviewSchema = z.object({
  /** `ready` to be opened in the app, `claimed` when the order is on an account already, or why it gives nothing. */
  state: z.enum(['ready', 'claimed', ...claimErrors]),
  /** What was bought; empty for a link that is not good. */
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** The day it comes out, `YYYY-MM-DD` in Stockholm, where that is still to come. */
      releasesOn: z.iso.date().optional(),
    }),
  ),
  /** Present for a gift: the giver's name and words, as far as there are any. Nothing else is told of the giver. */
  gift: z.object({ from: z.string().nullable(), message: z.string().nullable() }).optional(),
});
export type ClaimPreview = z.infer<typeof claimPreviewSchema>;

/** The answer of `offerClaimLink`. */
export const claimLinkSchema = z.object({
  /** The link's whole address. Who opens it in the app has the order: keep it out of logs. */
  url: z.url(),
  /** Until when it is good, ISO 8601 in UTC. */
  expiresAt: z.iso.datetime(),
});
export type ClaimLink = z.infer<typeof claimLinkSchema>;
