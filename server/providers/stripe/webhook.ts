import Stripe from 'stripe';
import { InvalidWebhookSignature, type WebhookReader } from '#server/buying/payment-provider.ts';
import type { Clock } from '#server/runtime.ts';
import { receivedEvent } from './events.ts';

/** How far a signature's time may lie from ours, in seconds (Stripe's own default). */
const toleranceSeconds = 300;

/**
 * Makes a reader that accepts a body signed with any of the secrets, so that one can replace another without a lost
 * event.
 */
export function createWebhookReader(secrets: readonly string[], clock: Clock): WebhookReader {
  const webhooks = Stripe.webhooks;
  return (rawBody, signatureHeader) => {
    const now = Math.floor(clock().getTime() / 1000);
    // The SDK refuses old signatures but accepts any date in the future.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signatureHeader)?.[1] ?? Number.NaN);
    if (!(signedAt <= now + toleranceSeconds)) throw new InvalidWebhookSignature('No signature of about now');
    for (const secret of secrets) {
      try {
        const event = webhooks.constructEvent(
          rawBody,
          signatureHeader,
          secret,
          toleranceSeconds,
          undefined,
          now * 1000,
        );
        return receivedEvent(event);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    throw new InvalidWebhookSignature('No configured secret signed this body at about this time');
  };
}
