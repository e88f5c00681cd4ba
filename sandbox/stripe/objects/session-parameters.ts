import { z } from 'zod';
import { formatSek } from '#shared/money.ts';
import { invalidParameter, refused } from '../wire/errors.ts';
import * as is from '../wire/parameters.ts';

const priceData = z.strictObject({
  currency: is.currency(),
  product_data: z.strictObject({
    name: is.text(),
    description: is.text().optional(),
    images: is.list(is.url(), 8).optional(),
    metadata: is.metadata().optional(),
    tax_code: is.text().optional(),
    unit_label: is.text(12).optional(),
  }),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: is.integer(),
});

const lineItem = z.strictObject({
  price: is.text().optional(),
  price_data: priceData.optional(),
  quantity: is.integer(1).optional(),
  metadata: is.metadata().optional(),
});

const message = z.strictObject({ message: is.text(1200) }).optional();
const off = z.strictObject({ enabled: is.boolean() }).optional();

/** What a session can be created with here, in Stripe's names (docs.stripe.com/api/checkout/sessions/create). */
const createParameters = z.strictObject({
  ...is.expansion,
  adaptive_pricing: off,
  after_expiration: z
    .strictObject({
      recovery: z
        .strictObject({ enabled: is.boolean(), allow_promotion_codes: is.boolean().optional() })
        .optional(),
    })
    .optional(),
  allowed_payment_method_types: is.list(is.text()).optional(),
  automatic_tax: off,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: is.url().optional(),
  client_reference_id: is.text(200).optional(),
  consent_collection: z
    .strictObject({
      promotions: z.enum(['none']).optional(),
      terms_of_service: z.enum(['none', 'required']).optional(),
    })
    .optional(),
  currency: is.currency().optional(),
  custom_text: z
    .strictObject({
      after_submit: message,
      shipping_address: message,
      submit: message,
      terms_of_service_acceptance: message,
    })
    .optional(),
  customer_creation: z.enum(['if_required']).optional(),
  customer_email: is.email().optional(),
  expires_at: is.integer().optional(),
  integration_identifier: is.text().optional(),
  invoice_creation: off,
  line_items: is.list(lineItem).optional(),
  locale: is.text(10).optional(),
  metadata: is.metadata().optional(),
  mode: z.enum(['payment', 'setup', 'subscription']).optional(),
  origin_context: z.enum(['mobile_app', 'web']).optional(),
  payment_intent_data: z
    .strictObject({
      description: is.text(1000).optional(),
      metadata: is.metadata().optional(),
      receipt_email: is.email().optional(),
      statement_descriptor: is.text(22).optional(),
      statement_descriptor_suffix: is.text(22).optional(),
    })
    .optional(),
  phone_number_collection: off,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  success_url: is.url().optional(),
  tax_id_collection: off,
  ui_mode: z.enum(['hosted_page', 'embedded_page', 'elements', 'form']).optional(),
});

export type CreateParameters = z.output<typeof createParameters>;
export type PricedLine = {
  price_data: z.output<typeof priceData>;
  quantity: number;
  metadata?: Record<string, string>;
};

/** Parameters of Stripe that this stand-in does not support: refused by name, so that nobody relies on them. */
const notHere = [
  'allow_promotion_codes',
  'branding_settings',
  'custom_fields',
  'customer',
  'customer_account',
  'customer_update',
  'discounts',
  'excluded_payment_method_types',
  'managed_payments',
  'name_collection',
  'optional_items',
  'payment_method_collection',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'permissions',
  'redirect_on_completion',
  'return_url',
  'saved_payment_method_options',
  'setup_intent_data',
  'shipping_address_collection',
  'shipping_options',
  'subscription_data',
  'wallet_options',
];

const halfAnHour = 30 * 60;
const oneDay = 24 * 60 * 60;
/** Stripe's smallest charge in SEK, in öre (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const smallestTotal = 300;

/**
 * Reads and checks the parameters of a new session.
 * @param at the session's creation, Unix seconds
 * @param termsUrl the address of the shop's terms, as it would stand in the dashboard, or null
 * @throws StripeApiError with Stripe's message for what is wrong
 */
export function readSession(
  decoded: Record<string, unknown>,
  at: number,
  termsUrl: string | null,
): CreateParameters & { lines: PricedLine[]; success_url: string } {
  const unsupported = notHere.find((name) => name in decoded);
  if (unsupported)
    throw invalidParameter(`The payments stand-in does not do '${unsupported}'.`, undefined, unsupported);
  const given = is.read(createParameters, decoded);
  if (given.mode === undefined) throw is.missing('mode');
  if (given.mode === 'setup')
    throw invalidParameter("The payments stand-in does not do mode 'setup'.", undefined, 'mode');
  if (given.mode === 'subscription')
    throw invalidParameter(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      undefined,
      'line_items',
    );
  if ((given.ui_mode ?? 'hosted_page') !== 'hosted_page')
    throw invalidParameter(
      `The payments stand-in does not do ui_mode '${given.ui_mode}'.`,
      undefined,
      'ui_mode',
    );
  if (given.phone_number_collection?.enabled)
    throw invalidParameter('The payments stand-in collects no phone numbers.');
  if (
    given.automatic_tax?.enabled &&
    given.line_items?.some(({ price_data: data }) => data?.tax_behavior !== 'inclusive')
  )
    throw invalidParameter(
      'The payments stand-in reckons tax within prices only (`tax_behavior: inclusive`).',
    );
  if (given.success_url === undefined) throw is.missing('success_url');
  checkExpiry(given.expires_at, at);
  if (given.consent_collection?.terms_of_service === 'required' && termsUrl === null)
    throw refused(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details in the Dashboard https://dashboard.stripe.com/settings/public with a Terms of service URL to collect terms of service consent.',
    );
  return { ...given, success_url: given.success_url, lines: pricedLines(given) };
}

function checkExpiry(expiresAt: number | undefined, at: number): void {
  if (expiresAt === undefined) return;
  if (expiresAt < at + halfAnHour)
    throw invalidParameter(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    );
  if (expiresAt > at + oneDay)
    throw invalidParameter(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    );
}

function pricedLines({ line_items: items, currency }: CreateParameters): PricedLine[] {
  if (items === undefined || items.length === 0) throw is.missing('line_items');
  const lines = items.map(({ price, price_data, quantity, metadata }, index): PricedLine => {
    const name = `line_items[${index}]`;
    if (price !== undefined)
      throw invalidParameter(`No such price: '${price}'`, 'resource_missing', `${name}[price]`);
    if (price_data === undefined) throw is.missing(`${name}[price]`);
    if (quantity === undefined) throw is.missing(`${name}[quantity]`);
    return { price_data, quantity, ...(metadata && { metadata }) };
  });
  const wanted = currency ?? lines[0]?.price_data.currency;
  if (lines.some((line) => line.price_data.currency !== wanted))
    throw invalidParameter(
      'You specified a currency that does not match the currency of the line items: all line items must have the same currency.',
      undefined,
      'line_items',
    );
  const total = lines.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0);
  if (total > 0 && total < smallestTotal && wanted === 'sek')
    throw refused(
      `The Checkout Session's total amount due must add up to at least ${formatSek(smallestTotal)}`,
      'amount_too_small',
    );
  if (total > 99_999_999)
    throw refused(
      "The Checkout Session's total amount due must be no more than 999999.99.",
      'amount_too_large',
    );
  return lines;
}
