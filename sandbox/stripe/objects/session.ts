import type Stripe from 'stripe';
import { newId } from './ids.ts';
import type { CreateParameters, PricedLine } from './session-parameters.ts';
import type { LineItem, Session } from './wire-types.ts';

const oneDay = 24 * 60 * 60;

/** An open session. @param at Unix seconds @param payPages address below which the hosted payment pages are */
export function newSession(
  given: CreateParameters & { lines: PricedLine[]; success_url: string },
  at: number,
  payPages: string,
): Session {
  const id = newId('cs_test_a1', 56);
  const total = given.lines.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0);
  const consents = given.consent_collection;
  const asked = given.after_expiration?.recovery;
  const recovery = asked && {
    allow_promotion_codes: asked.allow_promotion_codes ?? false,
    enabled: asked.enabled,
  };
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled ?? false },
    after_expiration: recovery ? { recovery: { ...recovery, expires_at: null, url: null } } : null,
    allow_promotion_codes: null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: given.automatic_tax?.enabled
      ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
      : { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: consents
      ? {
          payment_method_reuse_agreement: null,
          promotions: consents.promotions ?? 'none',
          terms_of_service: consents.terms_of_service ?? 'none',
        }
      : null,
    created: at,
    currency: given.lines[0]?.price_data.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: given.custom_text?.after_submit ?? null,
      shipping_address: given.custom_text?.shipping_address ?? null,
      submit: given.custom_text?.submit ?? null,
      terms_of_service_acceptance: given.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: given.customer_email === undefined ? null : customerDetails(given.customer_email),
    customer_email: given.customer_email ?? null,
    discounts: [],
    expires_at: given.expires_at ?? at + oneDay,
    integration_identifier: given.integration_identifier ?? null,
    invoice: null,
    invoice_creation: {
      enabled: given.invoice_creation?.enabled ?? false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: (given.locale ?? null) as Session['locale'],
    managed_payments: { enabled: false },
    metadata: given.metadata ?? {},
    mode: 'payment',
    origin_context: given.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: { id: 'pmc_1SandboxConfiguration00', parent: null },
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: given.allowed_payment_method_types ?? ['card', 'klarna', 'sepa_debit', 'swish'],
    payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: given.submit_type ?? null,
    subscription: null,
    success_url: given.success_url,
    ...(given.tax_id_collection && {
      tax_id_collection: { enabled: given.tax_id_collection.enabled, required: 'never' },
    }),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${payPages}/${id}`,
    wallet_options: null,
  };
}

/** How long an expired session can be reopened, in seconds. */
const recoverableFor = 30 * oneDay;

/** Expires a session, with a recovery URL if that was enabled. @param at Unix seconds */
export function expired(session: Session, at: number, recoverPages: string): Session {
  const { after_expiration: after } = session;
  const recovery = after?.recovery?.enabled
    ? { ...after.recovery, expires_at: at + recoverableFor, url: `${recoverPages}/${session.id}` }
    : null;
  return { ...session, status: 'expired', url: null, after_expiration: recovery ? { recovery } : after };
}

/** A new open session for a buyer who reopens an expired one. @param at Unix seconds */
export function recovered(session: Session, at: number, payPages: string): Session {
  const id = newId('cs_test_a1', 56);
  const recovery = session.after_expiration?.recovery;
  return {
    ...session,
    ...{ id, created: at, expires_at: at + oneDay, recovered_from: session.id, status: 'open' },
    ...{ url: `${payPages}/${id}`, payment_intent: null },
    after_expiration: recovery ? { recovery: { ...recovery, expires_at: null, url: null } } : null,
  };
}

/** Who pays, as the payment page learned it. */
export interface Buyer {
  email: string;
  acceptsTerms: boolean;
  /** ISO 3166-1. */
  country: string;
  /** A business, which gave its name and VAT number. */
  business: { name: string; vatNumber: string } | null;
}

function customerDetails(
  email: string | null,
  { country = null, business = null }: { country?: string | null; business?: Buyer['business'] } = {},
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address:
      country === null
        ? null
        : { city: null, country, line1: null, line2: null, postal_code: null, state: null },
    business_name: business?.name ?? null,
    email,
    individual_name: null,
    name: business?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: business ? [{ type: 'eu_vat', value: business.vatNumber }] : [],
  };
}

/** Adds what the payment page has learned: the buyer, their country, and the tax within each price. */
export function learnBuyer(
  session: Session,
  lines: LineItem[],
  buyer: Buyer,
  taxes: readonly Stripe.LineItem.Tax[],
): void {
  session.customer_details = customerDetails(buyer.email, buyer);
  if (!session.automatic_tax.enabled) return;
  session.automatic_tax.status = 'complete';
  for (const [index, line] of lines.entries()) line.amount_tax = taxes[index]?.amount ?? 0;
  if (session.total_details)
    session.total_details.amount_tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
}

/** The product that a line's `product_data` makes. @param at Unix seconds */
export function newProduct({ price_data: { product_data: data } }: PricedLine, at: number): Stripe.Product {
  return {
    id: newId('prod_', 14),
    object: 'product',
    active: false,
    created: at,
    default_price: null,
    description: data.description ?? null,
    images: data.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: data.metadata ?? {},
    name: data.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: data.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: data.unit_label ?? null,
    updated: at,
    url: null,
  };
}

/** A session's line, with the price that its `price_data` makes. @param at Unix seconds */
export function newLineItem(line: PricedLine, product: Stripe.Product, at: number): LineItem {
  const { price_data: data, quantity } = line;
  const total = data.unit_amount * quantity;
  return {
    id: newId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: data.currency,
    description: product.name,
    metadata: line.metadata ?? {},
    price: {
      id: newId('price_1'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: at,
      currency: data.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: product.id,
      recurring: null,
      tax_behavior: data.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: data.unit_amount,
      unit_amount_decimal: String(data.unit_amount),
    },
    quantity,
  };
}
