// The contracts of all API calls: the one table that routes, limits, OpenAPI and the client are made from.

import { z } from 'zod';
import * as endpoints from '../endpoints.ts';
import { checkoutRequestSchema, checkoutResponseSchema } from './checkout.ts';
import { claimLinkSchema, claimPreviewSchema, claimRequestSchema, claimSchema } from './claims.ts';
import { publicConfigSchema } from './config.ts';
import { type BodyRule, type Contract, problemsOfContract } from './contract.ts';
import type { ErrorCode } from './errors.ts';
import { operatorContracts } from './operator-calls.ts';
import {
  addressCorrectionSchema,
  giftWrappingSchema,
  invoiceSchema,
  orderLinksRequestSchema,
  orderSchema,
  ownOrdersSchema,
} from './orders.ts';
import { productsSchema } from './products.ts';
import { sessionRequestSchema, sessionResponseSchema } from './session.ts';
import { deleteAccountRequestSchema, ownSessionsSchema, signOutEverywhereRequestSchema } from './sessions.ts';
import { unlockedContentSchema } from './unlocked-content.ts';
import { useCodeRequestSchema, useCodeResponseSchema } from './use-code.ts';
import { webVitalsSchema } from './web-vitals.ts';
import { withdrawalRequestSchema, withdrawalSchema } from './withdrawals.ts';

const ownSessions = { who: 'account', limitByAddress: 'session' } as const;
const health = { who: 'anybody', load: 'health', unlisted: true } as const;

/** The most frequent ones first, because paths are matched in this order. */
export const calls = {
  [endpoints.readOrder]: {
    summary: 'What became of an order',
    // Anybody with the id may read an order; the buyer, recognised by the browser or session cookie, gets more.
    who: 'guest-or-account',
    answer: orderSchema,
    problems: ['order_not_found', 'payment_provider_unavailable'],
    limitByAddress: 'orders',
    load: 'provider',
  },
  [endpoints.receiveStripeEvent]: {
    who: 'anybody',
    // Stripe's own events are far below this.
    body: { types: 'raw', largestBytes: 512 * 1024 },
    answer: z.object({ received: z.literal(true), outcome: z.string() }),
    problems: ['invalid_signature'],
    load: 'webhook',
    cacheControl: null,
    unlisted: true,
  },
  [endpoints.readHealth]: { ...health, answer: z.object({ status: z.literal('ok') }) },
  [endpoints.readReadiness]: { ...health, answer: z.object({ status: z.literal('ready') }) },
  [endpoints.createCheckoutSession]: {
    summary: 'Open a payment page for a cart',
    who: 'guest-or-account',
    headers: {
      'Idempotency-Key': z.string().max(255, 'Use an Idempotency-Key of at most 255 characters.').optional(),
    },
    request: checkoutRequestSchema,
    answer: checkoutResponseSchema,
    problems: [
      ...(['cart_empty', 'too_many_products', 'unknown_product', 'price_changed'] as const),
      ...(['invalid_email', 'origin_not_allowed', 'idempotency_conflict'] as const),
      ...(['deletion_under_way', 'payment_provider_unavailable'] as const),
    ],
    limitByAddress: ['checkout', 'checkout-burst'],
    limitByAccount: 'checkout-account',
    load: 'provider',
  },
  // Without limits, and of the usual load class: the fast path answers it for known tokens (server/http/fast-path.ts).
  [endpoints.readUnlockedContent]: {
    summary: 'What the account has unlocked',
    who: 'account',
    answer: unlockedContentSchema,
    polled: true,
    cacheControl: 'private, no-cache',
  },
  [endpoints.useCode]: {
    summary: 'Redeem an activation code',
    who: 'account',
    request: useCodeRequestSchema,
    answer: useCodeResponseSchema,
    problems: ['too_many_requests', 'deletion_under_way'],
  },
  [endpoints.claim]: {
    summary: 'Put what an order unlocked on the account, by its claim link',
    who: 'account',
    request: claimRequestSchema,
    answer: claimSchema,
    problems: ['too_many_requests', 'deletion_under_way'],
    limitByAddress: 'claims',
  },
  [endpoints.previewClaim]: {
    summary: 'What a claim link holds; looking uses nothing up',
    who: 'anybody',
    request: claimRequestSchema,
    answer: claimPreviewSchema,
    problems: ['too_many_requests'],
    limitByAddress: 'claims',
  },
  [endpoints.listProducts]: {
    summary: 'What the shop lists',
    who: 'anybody',
    answer: productsSchema,
    polled: true,
    cacheControl: 'public, max-age=300',
  },
  [endpoints.readSession]: {
    summary: 'Fresh tokens for the browser session',
    who: 'anybody',
    ownsSession: true,
    answer: sessionResponseSchema,
    problems: ['identity_provider_unavailable'],
    limitByAddress: 'session',
  },
  [endpoints.beginSession]: {
    summary: 'Begin a browser session',
    who: 'bearer',
    takesErased: true,
    ownsSession: true,
    request: sessionRequestSchema,
    answer: sessionResponseSchema,
    problems: ['session_rejected'],
    limitByAddress: 'session',
    limitByAccount: 'session-account',
  },
  [endpoints.endSession]: {
    summary: 'Sign out',
    who: 'anybody',
    ownsSession: true,
    answer: null,
    problems: ['identity_provider_unavailable'],
    limitByAddress: 'session',
  },
  [endpoints.listSessions]: {
    ...ownSessions,
    summary: 'The browsers in which the account is signed in',
    answer: ownSessionsSchema,
  },
  [endpoints.endOneSession]: { ...ownSessions, summary: 'Sign the account out in one browser', answer: null },
  [endpoints.endOtherSessions]: {
    ...ownSessions,
    summary: 'Sign the account out in every browser but the one that asks',
    answer: null,
  },
  [endpoints.signOutEverywhere]: {
    summary: 'Sign the account out everywhere, in the app too, as after a new password',
    who: 'bearer',
    request: signOutEverywhereRequestSchema,
    answer: null,
    limitByAddress: 'session',
  },
  [endpoints.correctAddress]: {
    summary: 'Correct the address of an order, for the browser that paid or the owner',
    who: 'guest-or-account',
    ownPagesOnly: true,
    request: addressCorrectionSchema,
    answer: orderSchema,
    problems: [
      ...(['order_not_found', 'invalid_email', 'forbidden', 'correction_not_possible'] as const),
      'payment_provider_unavailable',
    ],
    limitByAddress: 'corrections',
    load: 'provider',
  },
  [endpoints.offerClaimLink]: {
    summary: 'A new claim link of an order, for the browser that paid or the owner',
    who: 'guest-or-account',
    ownPagesOnly: true,
    answer: claimLinkSchema,
    problems: ['order_not_found', 'forbidden', 'claim_link_not_possible', 'payment_provider_unavailable'],
    limitByAddress: 'claims',
    load: 'provider',
  },
  [endpoints.wrapGift]: {
    summary: 'Write the card of a gift, and say where it goes, for the browser that paid or the owner',
    who: 'guest-or-account',
    ownPagesOnly: true,
    request: giftWrappingSchema,
    answer: orderSchema,
    problems: [
      ...(['order_not_found', 'forbidden', 'gift_not_possible', 'gift_letters_used_up'] as const),
      ...(['text_has_links', 'invalid_email', 'payment_provider_unavailable'] as const),
    ],
    limitByAddress: 'corrections',
    load: 'provider',
  },
  [endpoints.readInvoice]: {
    summary: 'Where the invoice of an order can be read, for the browser that paid or the owner',
    who: 'guest-or-account',
    ownPagesOnly: true,
    answer: invoiceSchema,
    problems: ['order_not_found', 'forbidden', 'invoice_not_found', 'payment_provider_unavailable'],
    limitByAddress: 'orders',
    load: 'provider',
  },
  [endpoints.listOwnOrders]: {
    summary: "The account's own purchases, newest first",
    who: 'account',
    answer: ownOrdersSchema,
    limitByAddress: 'orders',
    limitByAccount: 'orders-account',
  },
  [endpoints.withdraw]: {
    summary: 'Withdraw from a purchase: look without confirm, declare with it',
    who: 'anybody',
    request: withdrawalRequestSchema,
    answer: withdrawalSchema,
    problems: [
      ...(['order_not_found', 'withdrawal_not_possible', 'invalid_email', 'text_has_links'] as const),
      'payment_provider_unavailable',
    ],
    limitByAddress: 'withdrawals',
    load: 'provider',
  },
  [endpoints.mailOrderLinks]: {
    summary:
      'Mail the links of the orders of an address to it, once a day at most. The answer is the same without any',
    who: 'anybody',
    ownPagesOnly: true,
    request: orderLinksRequestSchema,
    answer: null,
    problems: ['invalid_email', 'service_unavailable'],
    limitByAddress: 'order-links',
  },
  [endpoints.download]: {
    summary: 'A file that the account owns',
    who: 'account',
    answer: 'raw',
    problems: ['not_found', 'forbidden', 'precondition_failed', 'range_not_satisfiable', 'file_missing'],
  },
  [endpoints.deleteAccount]: {
    summary: 'Delete the account and what is held about it',
    who: 'bearer',
    takesErased: true,
    request: deleteAccountRequestSchema,
    answer: null,
    problems: ['sign_in_too_old', 'deletion_noted'],
  },
  [endpoints.readConfig]: {
    summary: 'Public run-time settings',
    who: 'anybody',
    answer: publicConfigSchema,
    cacheControl: 'no-cache',
  },
  [endpoints.readOpenApi]: {
    who: 'anybody',
    answer: 'raw',
    cacheControl: 'no-cache',
    unlisted: true,
  },
  [endpoints.reportCspViolations]: {
    who: 'anybody',
    body: {
      types: ['application/csp-report', 'application/reports+json', 'application/json'],
      largestBytes: 16 * 1024,
    },
    answer: null,
    cacheControl: null,
    unlisted: true,
  },
  [endpoints.reportWebVitals]: {
    who: 'anybody',
    ownPagesOnly: true,
    request: webVitalsSchema,
    body: { types: ['application/json'], largestBytes: 4 * 1024 },
    answer: null,
    limitByAddress: 'web-vitals',
    load: 'telemetry',
    unlisted: true,
  },
  [endpoints.readSecurityTxt]: {
    who: 'anybody',
    answer: 'raw',
    cacheControl: 'public, max-age=3600',
    unlisted: true,
  },
  [endpoints.readAppleAppSiteAssociation]: {
    who: 'anybody',
    answer: z.looseObject({}),
    problems: ['not_found'],
    cacheControl: 'public, max-age=3600',
    unlisted: true,
  },
  [endpoints.readAssetLinks]: {
    who: 'anybody',
    answer: z.array(z.looseObject({})),
    problems: ['not_found'],
    cacheControl: 'public, max-age=3600',
    unlisted: true,
  },
  [endpoints.changePassword]: {
    who: 'anybody',
    answer: 'raw',
    cacheControl: 'no-cache',
    unlisted: true,
  },
  ...operatorContracts,
} satisfies Record<string, Contract>;

type Calls = typeof calls;
export type Endpoint = keyof Calls;
type SchemaOf<E extends Endpoint> = Calls[E] extends { request: infer S extends z.ZodType }
  ? S
  : z.ZodUndefined;
/** The body that a caller sends. */
export type RequestOf<E extends Endpoint> = z.input<SchemaOf<E>>;
/** The body as the handler gets it, checked and with its defaults. */
export type CheckedRequestOf<E extends Endpoint> = Calls[E] extends { request: z.ZodType }
  ? z.output<SchemaOf<E>>
  : Calls[E] extends { body: BodyRule }
    ? unknown
    : undefined;
/** The JSON of a 200 answer; nothing if it has no body or the handler writes it itself. */
export type AnswerOf<E extends Endpoint> = Calls[E]['answer'] extends infer S extends z.ZodType
  ? z.output<S>
  : undefined;
/** Who may call, as the handler's types need it. */
export type WhoOf<E extends Endpoint> = Calls[E]['who'];

/** The contract of an endpoint with all fields, including those that it leaves out. */
export const contractOf = (endpoint: Endpoint): Contract => calls[endpoint];

/** Every problem that an endpoint can answer with. */
export const problemsOf = (endpoint: Endpoint): ErrorCode[] =>
  problemsOfContract(endpoint, contractOf(endpoint));
