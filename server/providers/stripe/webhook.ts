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
  const nowSeconds = () => Math.floor(clock().getTime() / 1000);
  return {
    mayBeSigned(header): header is string {
      if (typeof header !== 'string' || !/(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(header)) return false;
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1] ?? Number.NaN);
      // The SDK refuses old signatures but accepts any date in the future.
      return Math.abs(signedAt - nowSeconds()) <= toleranceSeconds;
    },
    read(rawBody, header) {
      if (!this.mayBeSigned(header)) throw new InvalidWebhookSignature('No signature of about now');
      for (const secret of secrets) {
        try {
          const event = webhooks.constructEvent(
            ...([rawBody, header, secret, toleranceSeconds, undefined, nowSeconds() * 1000] as const),
          );
          return receivedEvent(event);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        }
      }
      throw new InvalidWebhookSignature('No configured secret signed this body at about this time');
    },
  };
}
