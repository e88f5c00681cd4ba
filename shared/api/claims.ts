import { z } from 'zod';

/**
 * Why a claim link gives nothing. `link_not_found`: no such link, or no longer. `link_expired`: its time is over, or the
 * order was moved to another address; the buyer gets a new one on the order's page. `belongs_to_other_account`: the order
 * is on another account, and stays there. `order_not_paid`: the payment has not settled yet. `order_withdrawn`: the buyer
 * withdrew from all of it. `order_refunded`: it was refunded. `order_disputed`: the payment is disputed, and the unlocks
 * are suspended. `order_reversed`: the bank gave the money back. `order_ended`: its unlocks ended for another reason, for
 * example with their account. `already_owned`: it is a gift of what the account has already; it is not used up, and can
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
export const claimRequestSchema = z.object({
  token: z.string().min(1).max(200).describe("The last part of the link's path. Keep it out of logs."),
});

/**
 * The answer of `claim`, with 200 whether or not the link worked; `unlocks` lists the adventure ids that the account owns
 * now.
 */
export const claimSchema = z.object({
  valid: z.boolean().describe('Whether the order is on this account now; asking again has the same answer.'),
  error: z.enum(claimErrors).nullable().describe('Why it did not work; null when it did.'),
  unlocks: z
    .array(z.string())
    .describe('The adventure ids that the order unlocks; empty when it did not work.'),
});
export type Claim = z.infer<typeof claimSchema>;

/** The answer of `previewClaim`, which changes nothing and uses nothing up. */
export const claimPreviewSchema = z.object({
  state: z
    .enum(['ready', 'claimed', ...claimErrors])
    .describe('`ready` to be opened, `claimed` when it is on an account already, or why it gives nothing.'),
  products: z
    .array(
      z.object({
        id: z.string().describe('The id of a product, not of an adventure.'),
        title: z.string().describe('As plain text.'),
        releasesOn: z.iso
          .date()
          .describe('The release day, in Stockholm; absent for what is out.')
          .optional(),
      }),
    )
    .describe('What it unlocks, or what was bought if it gives nothing; empty for an invalid link.'),
  // Nothing else about the giver is revealed.
  gift: z
    .object({
      from: z.string().nullable().describe("The giver's name, as plain text."),
      message: z.string().nullable().describe("The giver's words, as plain text with line breaks."),
    })
    .describe(
      'Present for a gift, also when its link has expired; not when it was given to somebody else since.',
    )
    .optional(),
});
export type ClaimPreview = z.infer<typeof claimPreviewSchema>;

/** The answer of `offerClaimLink`. */
export const claimLinkSchema = z.object({
  /** The link's URL. Whoever opens it in the app gets the order: keep it out of logs. */
  url: z.url(),
  /** Until when it is good, ISO 8601 in UTC. */
  expiresAt: z.iso.datetime(),
});
export type ClaimLink = z.infer<typeof claimLinkSchema>;
