import { z } from 'zod';
import { textLimits } from '../operator-limits.ts';
import { moment, reasonedRequestSchema, textFileSchema } from './operator.ts';
import { orderSummarySchema } from './operator-orders.ts';
import { grantSources } from './unlocked-content.ts';

/** The operator's calls about people. Times are ISO 8601 in UTC. The person is named in the body, never in the URL. */

/** An e-mail address, or the account's id at the identity service. */
const customer = z.string().max(textLimits.search);

/** As what an address stands in somebody else's order, or in a letter: a waiting one, because others keep none. */
export const mentionKinds = ['gift', 'letter', 'withdrawal', 'void_withdrawal', 'earlier_address'] as const;

/** The body of `operatorCustomer`. */
export const customerRequestSchema = z.object({ customer });

/** Of an address, only what is on no account. */
const addressOnly = z.boolean().optional();

/** The body of `operatorCustomerCopy`. */
export const customerCopyRequestSchema = customerRequestSchema.extend({ addressOnly });
export type CustomerCopyRequest = z.infer<typeof customerCopyRequestSchema>;

const customerGrantSchema = z.object({
  id: z.int(),
  adventureId: z.string(),
  accountId: z.string().nullable(),
  email: z.string().nullable(),
  source: z.enum(grantSources),
  /** The checkout session, code or import that it came from, or `null` for an operator's. */
  origin: z.string().nullable(),
  grantedAt: moment,
  /** Why it is not in effect, or `null` when it is. */
  withheld: z.string().nullable(),
  /** Whether it was revoked for good. */
  revoked: z.boolean(),
  history: z.array(z.object({ at: moment, what: z.string(), reason: z.string(), actor: z.string() })),
});
export type OperatorGrant = z.infer<typeof customerGrantSchema>;

/** The answer of `operatorCustomer`: everything known about a person. */
export const operatorCustomerSchema = z.object({
  key: z.string(),
  /** The address that goes with the key, or `null` when none is known to be the account's alone. */
  address: z.string().nullable(),
  /** Accounts and addresses that were ever stored together with the key. */
  identities: z.array(
    z.object({
      accountId: z.string().nullable(),
      email: z.string().nullable(),
      username: z.string().nullable(),
    }),
  ),
  orders: z.array(orderSummarySchema),
  grants: z.array(customerGrantSchema),
  /** When and why operators gave and revoked them. */
  actions: z.array(
    z.object({
      at: moment,
      actor: z.string(),
      action: z.string(),
      reason: z.string().nullable(),
      grant: z.int(),
    }),
  ),
  /** Where the address stands outside of their own orders. */
  mentions: z.array(z.object({ what: z.enum(mentionKinds), checkoutSessionId: z.string().nullable() })),
  redemptions: z.array(z.object({ code: z.string(), campaign: z.string(), redeemedAt: moment })),
  /** Browsers that are signed in. */
  sessions: z.int(),
  /** An account deletion that has begun and waits for the identity service. */
  deletionPending: z.boolean(),
});
export type OperatorCustomer = z.infer<typeof operatorCustomerSchema>;

/**
 * The answer of `operatorCustomerCopy`. `leftOut`: how many orders of the address are not in the copy, because their buyer, or
 * whoever had what they unlock, was erased.
 */
export const customerCopySchema = textFileSchema.extend({ leftOut: z.int() });

/** The body of `operatorSignOut`. */
export const signOutRequestSchema = reasonedRequestSchema.extend({ customer });
export type SignOutRequest = z.infer<typeof signOutRequestSchema>;
/**
 * Its answer: how many sessions ended, and how many of their
 * tokens the identity service did not revoke.
 */
export const signedOutSchema = z.object({
  sessions: z.int(),
  notRevoked: z.int(),
  accountIds: z.array(z.string()),
});

/** The body of `operatorErasure`. */
export const erasureRequestSchema = signOutRequestSchema.extend({ addressOnly });
export type ErasureRequest = z.infer<typeof erasureRequestSchema>;
/** Its answer: how much was erased, what stays, and the users to delete at the identity service. */
export const erasureSchema = z.object({
  grants: z.int(),
  sessions: z.int(),
  redemptions: z.int(),
  keptOrders: z.int(),
  accountIds: z.array(z.string()),
  /** The address whose data went as well; `null` when none was known to be the account's alone. */
  address: z.string().nullable(),
  /** Other addresses that were seen with the account and under which something is left. */
  otherAddresses: z.array(z.string()),
});
export type Erasure = z.infer<typeof erasureSchema>;

/** The body of `operatorGrant`. */
export const grantRequestSchema = reasonedRequestSchema.extend({
  customer,
  adventureId: z.string().max(100),
});
export type GrantRequest = z.infer<typeof grantRequestSchema>;
/** Its answer: the grant, and what is known of whoever has it. */
export const grantSchema = z.object({
  /** Its number. */
  grant: z.int(),
  adventureId: z.string(),
  /** `null` while it waits for the owner of the address. */
  accountId: z.string().nullable(),
  email: z.string().nullable(),
  /** Accounts that have used the address. */
  accounts: z.array(z.string()),
  /** Whether anything but this grant is known of them. */
  isKnown: z.boolean(),
});
export type GivenGrant = z.infer<typeof grantSchema>;
