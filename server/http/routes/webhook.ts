// The handler of the payment provider's webhook.

import type { RequestHandler } from 'express';
import { invalidSignature } from '#server/buying/payment-provider.ts';
import { receiveWebhookEvent } from '#server/buying/receive-webhook-event.ts';
import { Refusal } from '#server/refusal.ts';
import { patternOf, receiveStripeEvent } from '#shared/endpoints.ts';
import { EventNotRecorded } from '../error-handler.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/**
 * The payment provider's webhook: takes in an event from its raw bytes, which the signature covers. Answers 200 only once
 * everything the event changes is on disk; any failure ({@link EventNotRecorded}) answers 500, because that is what makes
 * the provider deliver the event again.
 */
export function webhookCalls({ webhooks, ledger, clock, log, metrics, payments, books }: Services) {
  const versionsTold = new Set<string>();
  const readSigned = tellingOfWrongSignatures({ webhooks, clock, log });
  return {
    async [receiveStripeEvent]({ request, response, body: rawBody }) {
      if (!Buffer.isBuffer(rawBody)) throw invalidSignature();
      const received = readSigned(rawBody, request.headers['stripe-signature']);
      const { event, otherVersion } = received;
      if (otherVersion !== undefined && !versionsTold.has(otherVersion)) {
        versionsTold.add(otherVersion);
        log.warn(
          { version: otherVersion, event: event.id },
          "events come in another version of the payment provider's API than this site reads: make its endpoint anew",
        );
      }
      const needs = { ledger, clock, log, metrics, payments, books };
      const outcome = await receiveWebhookEvent(needs, received).catch((error: unknown) => {
        throw new EventNotRecorded(`The event ${event.id} was not recorded`, { cause: error });
      });
      const { requestId } = response.locals;
      log.info({ requestId, event: event.id, type: event.type, outcome }, 'webhook event received');
      return { received: true, outcome };
    },
  } satisfies Partial<Handlers>;
}

/** How long it is silent after it has told of wrong signatures, in milliseconds. */
const silentMs = 15 * 60 * 1000;

/**
 * Reads events, and tells the operator of those that look signed just now and are not: a wrong secret refuses every one.
 * A stranger can send such events too, so it says this once in a while, whoever sends how many of them.
 */
function tellingOfWrongSignatures({
  webhooks,
  clock,
  log,
}: Pick<Services, 'webhooks' | 'clock' | 'log'>): Services['webhooks']['read'] {
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (rawBody, header) => {
    try {
      return webhooks.read(rawBody, header);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused += 1;
      const now = clock().getTime();
      if (now - toldAt >= silentMs) {
        toldAt = now;
        log.warn(
          { refused },
          "events are refused for their signatures: either STRIPE_WEBHOOK_SECRET is not the secret of the payment provider's endpoint, or somebody tries the address",
        );
        refused = 0;
      }
      throw error;
    }
  };
}

/** Refuses before the body is read if the signature header cannot be valid now, and closes the connection. */
export function refuseUnsigned({ webhooks }: Pick<Services, 'webhooks'>): RequestHandler {
  return ({ headers }, response, next) => {
    if (webhooks.mayBeSigned(headers['stripe-signature'])) return next();
    response.locals.route = patternOf(receiveStripeEvent);
    response.set('connection', 'close');
    throw invalidSignature();
  };
}
