// The Stripe adapter for payments: creates, finds and expires checkout sessions.

import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import {
  type CheckoutOrder,
  type CheckoutSession,
  type PaymentProvider,
  PaymentProviderUnavailable,
  type PurchaseLine,
} from '#server/buying/payment-provider.ts';
import { productById } from '#shared/catalogue.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { normaliseEmail } from '#shared/identity-input.ts';
import { currency } from '#shared/money.ts';
import { markedTitle } from '#shared/pre-order-mark.ts';
import { paths } from '#shared/routes.ts';
import { productPicturePath } from '#shared/social-cards.ts';
import { type ProviderTimes, usualProviderTimes } from '../provider-times.ts';
import { answered, found, listed } from './calls.ts';
import { findPapers, lineProductKey } from './papers.ts';

/**
 * One metadata key per product, with the price in öre as its value: values are limited to 500 characters, so a whole cart
 * in one would not fit. With it a checkout session contains all that fulfilment needs.
 */
export const productKeyPrefix = 'product_';
const accountKey = 'account_id';
const termsKey = 'terms_version';
const giftKey = 'gift';

/**
 * A game that is downloaded and kept (docs.stripe.com/tax/tax-codes); the default for products without a tax code of
 * their own.
 */
const usualTaxCode = 'txcd_10201000';

/** Time-out for calls that a sale does not depend on, in milliseconds; one attempt. */
const asideMs = 3000;
const aside = { maxNetworkRetries: 0, timeout: asideMs };

/** The client of the payment API. @param apiBase an origin other than the hosted one, or `null` */
export function createStripeClient(
  secretKey: string,
  apiBase: string | null,
  { callMs }: Pick<ProviderTimes, 'callMs'> = usualProviderTimes,
): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: callMs,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

export interface StripePaymentsOptions {
  /** The site's URL, for the product pictures on the payment page. */
  publicUrl: string;
  /** The text that buyers must agree to before they pay, at most 1200 characters; `null` asks for no consent. */
  checkoutConsentText: string | null;
  /** Whether Stripe Tax calculates the VAT within the prices, by the buyer's location. */
  reckonsTax: boolean;
  /** Whether businesses can enter their VAT number, and every sale gets an invoice. */
  makesInvoices: boolean;
}

/** The Stripe implementation of the payment provider. */
export function createStripePayments(stripe: Stripe, options: StripePaymentsOptions): PaymentProvider {
  return {
    async createCheckoutSession(order) {
      const session = await answered(() => createSession(stripe, sessionParams(order, options), order));
      if (!session.url) throw new PaymentProviderUnavailable('The payment provider gave no payment page');
      return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
    },
    async expireCheckoutSession(id) {
      try {
        await answered(() => stripe.checkout.sessions.expire(id, {}, aside));
        return true;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
        throw error;
      }
    },
    async findCheckoutSession(id) {
      const session = await found(() => stripe.checkout.sessions.retrieve(id, { expand: [expandedCharge] }));
      if (!session) return null;
      const asked = session.custom_text?.terms_of_service_acceptance?.message ?? null;
      const asksAnother = asked !== options.checkoutConsentText;
      return { ...checkoutSessionFacts(session), ...(asksAnother && { recoveryPage: null }) };
    },
    findPapers: (id, makesInvoice) => answered(() => findPapers(stripe, id, makesInvoice, aside)),
    async settledAt(id, chargedAt) {
      const created = { gte: Math.floor(chargedAt.getTime() / 1000) };
      const type = 'checkout.session.async_payment_succeeded';
      for await (const event of listed(stripe.events.list({ type, created, limit: 100 })))
        if ((event.data.object as { id?: unknown }).id === id) return new Date(event.created * 1000);
      return null;
    },
  };
}

/**
 * Creates a session. Stripe replays a 500 for its idempotency key for a day, so every retry of the attempt would fail.
 * After a 500 it therefore continues with a second key, the same for each retry. If the first call created a session all
 * the same, nobody has seen its payment page.
 */
async function createSession(
  stripe: Stripe,
  parameters: Stripe.Checkout.SessionCreateParams,
  { idempotencyKey: attempt }: CheckoutOrder,
): Promise<Stripe.Checkout.Session> {
  const create = (options: Stripe.RequestOptions) =>
    onceMoreWhenBusy((more) => stripe.checkout.sessions.create(parameters, { ...options, ...more }));
  if (attempt === null) return await create({});
  try {
    return await create({ idempotencyKey: checkoutKey(attempt) });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAPIError) || error.statusCode !== 500) throw error;
    return await create({ idempotencyKey: `${checkoutKey(attempt)} again`, maxNetworkRetries: 0 });
  }
}

/** Stripe counts calls by the second. */
const busyPauseMs = 1000;

/**
 * A call that is refused because there were too many in its second (429) is made once more, under the same key: the refusal is
 * not saved, and the SDK retries it only where Stripe says so (`Stripe-Should-Retry`).
 */
async function onceMoreWhenBusy<T>(call: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeRateLimitError)) throw error;
    await wait(busyPauseMs);
    return await call({ maxNetworkRetries: 0 });
  }
}

/**
 * The idempotency key at Stripe of a checkout attempt. Stripe has one set of keys for all calls, and the buyer's browser
 * chooses this one. It is hashed so that it cannot equal a key of another kind, for example of a refund, which would
 * block that for a day.
 */
const checkoutKey = (attempt: string): string => `checkout ${hash('sha256', attempt)}`;

function sessionParams(
  order: CheckoutOrder,
  { publicUrl, checkoutConsentText: consentText, reckonsTax, makesInvoices }: StripePaymentsOptions,
): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    ...Object.fromEntries(
      order.products.map((product) => [`${productKeyPrefix}${product.id}`, String(product.priceOre)]),
    ),
    ...(order.accountId !== null && { [accountKey]: order.accountId }),
    [termsKey]: documentVersions.terms,
    ...(order.isGift && { [giftKey]: 'yes' }),
  };
  return {
    mode: 'payment',
    customer_email: order.email,
    line_items: order.products.map((product) => ({
      quantity: 1,
      metadata: { [lineProductKey]: product.id },
      price_data: {
        currency,
        unit_amount: product.priceOre,
        tax_behavior: 'inclusive',
        product_data: {
          name: markedTitle(product),
          images: [`${publicUrl}${productPicturePath(product.id)}`],
          ...(reckonsTax && { tax_code: product.taxCode ?? usualTaxCode }),
        },
      },
    })),
    metadata,
    payment_intent_data: { metadata, receipt_email: order.email },
    ...(consentText !== null && {
      consent_collection: { terms_of_service: 'required' },
      custom_text: { terms_of_service_acceptance: { message: consentText } },
    }),
    // Tax included: the buyer pays the catalogue's price, wherever they are.
    ...(reckonsTax && { automatic_tax: { enabled: true } }),
    ...(makesInvoices && { tax_id_collection: { enabled: true }, invoice_creation: { enabled: true } }),
    // The tax depends on it, and an invoice contains it.
    ...((reckonsTax || makesInvoices) && { billing_address_collection: 'required' as const }),
    // When it has expired, the session has a URL that reopens it (recovery), for 30 days.
    after_expiration: { recovery: { enabled: true } },
    // The braces are Stripe's template syntax and must not be encoded.
    success_url: `${order.origin}${paths.success()}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${order.origin}${paths.cancel()}`,
  };
}

/** After a completed session these mean that the payment has failed (docs.stripe.com/payments/paymentintents/lifecycle). */
const failedIntents = new Set(['requires_payment_method', 'canceled']);

/** What `checkoutSessionFacts` reads beyond a session itself, for the parameter `expand`. */
export const expandedCharge = 'payment_intent.latest_charge';

/** Translates a checkout session of the API or of an event. */
export function checkoutSessionFacts(session: Stripe.Checkout.Session): CheckoutSession {
  const metadata = session.metadata ?? {};
  const intent = session.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  const email = session.customer_details?.email ?? session.customer_email;
  return {
    id: session.id,
    paymentStatus: session.payment_status,
    status: session.status,
    paymentFailed: typeof intent === 'object' && failedIntents.has(intent?.status ?? ''),
    paymentPage: session.status === 'open' ? session.url : null,
    recoveryPage: session.after_expiration?.recovery?.url ?? null,
    recoveredFrom: session.recovered_from ?? null,
    paymentIntentId: typeof intent === 'object' ? (intent?.id ?? null) : intent,
    email: email ? normaliseEmail(email) : null,
    accountId: metadata[accountKey] ?? null,
    isGift: metadata[giftKey] === 'yes',
    lines: soldLines(metadata),
    totalOre: session.amount_total ?? 0,
    currency: session.currency ?? currency,
    paidAmount: session.presentment_details?.presentment_amount ?? null,
    paidCurrency: session.presentment_details?.presentment_currency ?? null,
    live: session.livemode,
    createdAt: new Date(session.created * 1000),
    chargedAt: typeof charge === 'object' && charge ? new Date(charge.created * 1000) : null,
    consentText: consentOf(session),
    termsVersion: metadata[termsKey] ?? null,
    country: session.customer_details?.address?.country ?? null,
    vatOre: vatOf(session),
    makesInvoice: session.invoice_creation?.enabled ?? false,
  };
}

/** The VAT in the total, once Stripe Tax has calculated it. Events of older API versions do not contain it. */
function vatOf({
  automatic_tax: reckoned,
  total_details: details,
}: Partial<Stripe.Checkout.Session>): number | null {
  return reckoned?.status === 'complete' ? (details?.amount_tax ?? null) : null;
}

/** The text that was agreed to. Agreeing to terms without our text beside them is not the consent we ask for. */
function consentOf({ consent, custom_text: texts }: Partial<Stripe.Checkout.Session>): string | null {
  if (consent?.terms_of_service !== 'accepted') return null;
  // What was read: Stripe shows a Markdown link as its words.
  return texts?.terms_of_service_acceptance?.message?.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)') ?? null;
}

/**
 * What a session of this shop sells, from its metadata. Other shops on the same account may write such keys as well
 * (`product_id`), so it takes the shop's terms beside them, or a product of the catalogue in sessions before those.
 */
function soldLines(metadata: Stripe.Metadata): PurchaseLine[] {
  const lines = Object.entries(metadata).flatMap(([key, value]) =>
    key.startsWith(productKeyPrefix) && priceOfLine.test(value)
      ? [{ productId: key.slice(productKeyPrefix.length), priceOre: Number(value) }]
      : [],
  );
  const isOurs = metadata[termsKey] !== undefined || lines.some(({ productId }) => productById(productId));
  return isOurs ? lines : [];
}

/** A price in öre. */
const priceOfLine = /^\d{1,15}$/;
