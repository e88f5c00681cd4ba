// Verification of Stripe's webhook signatures.

import Stripe from 'stripe';
import {
  InvalidWebhookEvent,
  invalidSignature,
  type WebhookReader,
} from '#server/buying/payment-provider.ts';
import type { Clock } from '#server/runtime.ts';
import { receivedEvent } from './events.ts';

/** How far a signature's time may differ from ours, in seconds (Stripe's own default). */
const toleranceSeconds = 300;

/**
 * Makes a reader that accepts a body signed with any of the secrets, so that they can be rotated without losing an event.
 * @param live whether the shop's key is a live one
 */
export function createWebhookReader(secrets: readonly string[], clock: Clock, live: boolean): WebhookReader {
  const nowSeconds = () => Math.floor(clock().getTime() / 1000);
  return {
    mayBeSigned(header): header is string {
      if (typeof header !== 'string' || !/(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(header)) return false;
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1] ?? Number.NaN);
      // The SDK refuses old signatures but accepts any date in the future.
      return Math.abs(signedAt - nowSeconds()) <= toleranceSeconds;
    },
    read(rawBody, header) {
      if (!this.mayBeSigned(header)) throw invalidSignature();
      const isSigned = secrets.some((secret) => isSignedWith(secret, rawBody, header, nowSeconds()));
      if (isSigned) return receivedEvent(jsonOf(rawBody), live);
      throw invalidSignature();
    },
  };
}

function isSignedWith(secret: string, rawBody: Uint8Array, header: string, nowSeconds: number): boolean {
  const { signature } = Stripe.webhooks;
  try {
    const about = [secret, toleranceSeconds, undefined, nowSeconds * 1000] as const;
    return signature?.verifyHeader(rawBody, header, ...about) ?? false;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return false;
  }
}

function jsonOf(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    throw new InvalidWebhookEvent('The body is signed, and no JSON.');
  }
}
