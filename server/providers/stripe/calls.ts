// Calls to Stripe, and what its errors mean.

import Stripe from 'stripe';
import {
  idempotencyConflict,
  PaymentKeyRefused,
  PaymentProviderUnavailable,
} from '#server/buying/payment-provider.ts';
import { Refusal } from '#server/refusal.ts';

/** Runs a call and translates the provider's failures. A bad request stays what it is, because it is our bug. */
export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw named(error);
  }
}

/** The object, or `null` when the provider has none with this id; failures translated as in {@link answered}. */
export async function found<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await answered(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

/** The items of a list, read page by page, with failures translated as in {@link answered}. */
export async function* listed<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw named(error);
  }
}

/**
 * The provider's own time, to the second; `null` when the answer does not contain it. A key that lacks the right for the
 * call is told the time as well. @throws {PaymentProviderUnavailable}
 */
export async function providerTime(stripe: Stripe): Promise<Date | null> {
  // A call that only reads, and needs the key.
  const answer = await answered(() => stripe.events.list({ limit: 1 })).then(
    ({ lastResponse }) => lastResponse,
    (error: unknown) => {
      if (isDenied(error)) return error.cause;
      throw error;
    },
  );
  return timeOf(answer);
}

/** When the provider gave an answer, by its own clock and to the second; `null` when the answer does not contain it. */
export function timeOf({ headers }: { headers?: Record<string, string> | undefined }): Date | null {
  const time = Date.parse(headers?.['date'] ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** Whether a call, as {@link answered} throws, failed because the key lacks a right. */
export const isDenied = (
  error: unknown,
): error is PaymentKeyRefused & { cause: Stripe.errors.StripePermissionError } =>
  error instanceof PaymentKeyRefused && error.cause instanceof Stripe.errors.StripePermissionError;

function named(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return idempotencyConflict();
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    // Whatever parameter it stands in: of a page, of its receipt, of a charge.
    if (error.code === 'email_invalid') {
      return new Refusal(
        'invalid_email',
        'The payment provider does not accept this e-mail address.',
        'email',
      );
    }
    return error;
  }
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return new PaymentKeyRefused(
      'The payment provider refuses the key: STRIPE_SECRET_KEY is not right, or was rolled or deleted. Set a current one, and start the site again',
      { cause: error },
    );
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return new PaymentKeyRefused(
      'The key of the payment provider lacks a right: "stripe setup --check" lists the rights and what each is needed for',
      { cause: error },
    );
  }
  // Everything else is the provider's or the operator's fault (down, slow, rate-limited), and may be retried.
  return new PaymentProviderUnavailable(`The payment provider failed: ${error.type}`, { cause: error });
}
