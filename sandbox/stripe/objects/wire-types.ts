import type Stripe from 'stripe';

/**
 * The objects as JSON: Stripe's own types, in which the client library's decimals are still text. With these types the
 * compiler rejects an object that lacks a field.
 */
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type Session = Stripe.Checkout.Session;
