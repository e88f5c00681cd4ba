import type Stripe from 'stripe';
import { newId } from './ids.ts';
import type { Session } from './wire-types.ts';

/** What a session remembers for the payment intent that its payment will create. */
export interface IntentData {
  description?: string | undefined;
  metadata?: Record<string, string> | undefined;
  receipt_email?: string | undefined;
  statement_descriptor?: string | undefined;
  statement_descriptor_suffix?: string | undefined;
}

/** How the buyer pays: a test card that settles at once, or a bank transfer that settles later. */
export type Method = 'card' | 'bank_debit';

/** A payment intent that waits for a payment method. @param at Unix seconds */
export function newPaymentIntent(session: Session, data: IntentData, at: number): Stripe.PaymentIntent {
  const id = newId('pi_3');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('')}`,
    confirmation_method: 'automatic',
    created: at,
    currency: session.currency ?? 'sek',
    customer: null,
    customer_account: null,
    description: data.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: data.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: session.payment_method_configuration_details,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: data.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: data.statement_descriptor ?? null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Kronor in a euro, for payments in another currency than the session's; the true rate differs from day to day. */
const kronorInAEuro = 250 / 21.9;

/** What the buyer is shown and charged instead of an amount in SEK (adaptive pricing). @param amount öre */
export function presentment(amount: number, currency: 'eur'): Stripe.PaymentIntent.PresentmentDetails {
  return { presentment_amount: Math.round(amount / kronorInAEuro), presentment_currency: currency };
}

/** A charge for the whole of an intent, not yet decided. @param at Unix seconds */
export function newCharge(
  intent: Stripe.PaymentIntent,
  email: string | null,
  method: Method,
  at: number,
): Stripe.Charge {
  return {
    id: newId(method === 'card' ? 'ch_3' : 'py_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: { city: null, country: 'SE', line1: null, line2: null, postal_code: null, state: null },
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: method === 'card' ? 'AUDIO ADVENTURES' : null,
    captured: false,
    created: at,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: newId('pm_1'),
    payment_method_details: method === 'card' ? { type: 'card', card: testCard(intent.amount) } : bankDebit(),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
    ...(intent.presentment_details && { presentment_details: intent.presentment_details }),
  };
}

/** The outcome of a charge, as the risk and network part of it reads. */
export function outcomeOf(approved: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: approved ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: approved ? null : '05',
    network_status: approved ? 'approved_by_network' : 'declined_by_network',
    reason: approved ? null : 'generic_decline',
    risk_level: 'normal',
    risk_score: 20,
    seller_message: approved
      ? 'Payment complete.'
      : 'The bank did not return any further details with this decline.',
    type: approved ? 'authorized' : 'issuer_declined',
  };
}

function testCard(amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'SE',
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2034,
    fingerprint: 'sandboxtestcard0',
    funding: 'credit',
    installments: null,
    last4: '4242',
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function bankDebit(): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'sepa_debit',
    sepa_debit: {
      bank_code: '370',
      branch_code: null,
      country: 'SE',
      fingerprint: 'sandboxtestbank0',
      last4: '3201',
      mandate: null,
    },
  };
}
