import { ApiProblem, type ApiProblemCode } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { siteConfig } from '#client/config.ts';
import { inputMessages } from '#shared/identity-input.ts';

const unexpected = 'Something went wrong, and nothing was charged. Please try again in a moment.';

const sentences: Readonly<Partial<Record<ApiProblemCode, string>>> = {
  cart_empty: 'There is nothing to pay for yet. Put an adventure in the cart first.',
  unknown_product: 'Something in your cart is not sold any more. Load the page again to see what.',
  price_changed:
    'A price has changed since this page was loaded. Load the page again to see it before you pay.',
  too_many_products: 'The cart holds more than one payment can take. Remove something and pay in two steps.',
  invalid_email: inputMessages.emailInvalid,
  unauthorized: 'You have been signed out. Sign in again, then continue to the payment.',
  session_rejected: 'You have been signed out. Sign in again, then continue to the payment.',
  deletion_under_way:
    'This account is being deleted, and what it buys now would be deleted with it. Nothing was charged. Sign out, then buy without an account or with another one.',
  idempotency_conflict: 'The cart changed while the payment was being prepared. Please try again.',
  payment_provider_unavailable:
    'The payment service does not answer right now. Nothing was charged. Please try again in a moment.',
  service_unavailable:
    'The shop cannot take orders right now. Nothing was charged. Please try again in a moment.',
  network: 'No answer from the shop. Check your connection and try again; you will not be charged twice.',
};

/** The text for a buyer whose payment could not be started. Every sentence says what to do. */
export function checkoutFaultText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return unexpected;
  // The page was opened at another address of the same site.
  if (error.code === 'origin_not_allowed')
    return `You can pay only at ${siteConfig().publicUrl}. Open the shop there; nothing was charged.`;
  if (error.code === 'too_many_requests') {
    const wait = waitText(error.retryAfterSeconds);
    return `That was many tries in a short time. Nothing was charged. Try again in ${wait}.`;
  }
  return sentences[error.code] ?? unexpected;
}
