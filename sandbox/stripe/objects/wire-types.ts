import type Stripe from 'stripe';

/**
 * The objects as they travel: Stripe's own types, in which the client library's decimals are still text. Building the
 * objects with these types makes the compiler refuse one that lacks a field.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type Session = Stripe.Checkout.Session;
export type { Stripe };
