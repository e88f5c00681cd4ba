import type Stripe from 'stripe';

/**
 * The objects as JSON: Stripe's own types, in which the client library's decimals are still text. With these types the
 * compiler rejects an object that lacks a field.
 */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type Session = Stripe.Checkout.Session;
export type { Stripe };
