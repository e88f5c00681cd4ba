// The handler of the payment provider's webhook.

import type { RequestHandler } from 'express';
import { InvalidWebhookSignature } from '#server/buying/payment-provider.ts';
import { receiveWebhookEvent } from '#server/buying/receive-webhook-event.ts';
import type { AnswerOf } from '#shared/api/calls.ts';
import { patternOf, receiveStripeEvent } from '#shared/endpoints.ts';
import { EventNotRecorded } from '../error-handler.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

type ReceivedAnswer = AnswerOf<typeof receiveStripeEvent>;

declare global {
  namespace Express {
    interface Locals {
      /** The result of processing the webhook event, if the fast path has read the body already. */
      receivedEvent?: Promise<ReceivedAnswer>;
    }
  }
}

/**
 * Processes a webhook event from its raw bytes, which the signature covers.
 * @returns the answer, once everything the event changes is on disk
 * @throws {InvalidWebhookSignature}
 * @throws {EventNotRecorded} whatever the reason; the provider delivers the event again then
 */
export type EventReceiver = (
  rawBody: unknown,
  signature: string | string[] | undefined,
  requestId: string,
) => Promise<ReceivedAnswer>;

export function eventReceiver({ webhooks, ledger, clock, log, metrics, payments }: Services): EventReceiver {
  const versionsTold = new Set<string>();
  return async (rawBody, signature, requestId) => {
    if (!webhooks.mayBeSigned(signature) || !Buffer.isBuffer(rawBody))
      throw new InvalidWebhookSignature('No signature of about now, or no body');
    const received = webhooks.read(rawBody, signature);
    const { event, otherVersion } = received;
    if (otherVersion !== undefined && !versionsTold.has(otherVersion)) {
      versionsTold.add(otherVersion);
      log.warn(
        { version: otherVersion, event: event.id },
        "events come in another version of the payment provider's API than this site reads: make its endpoint anew",
      );
    }
    const outcome = await receiveWebhookEvent({ ledger, clock, log, metrics, payments }, received).catch(
      (error: unknown) => {
        throw new EventNotRecorded(`The event ${event.id} was not recorded`, { cause: error });
      },
    );
    log.info({ requestId, event: event.id, type: event.type, outcome }, 'webhook event received');
    return { received: true, outcome };
  };
}

/**
 * The payment provider's webhook. Answers 200 only once everything the event changes is on disk; any failure answers
 * 500, because that is what makes the provider deliver the event again.
 */
export function webhookCalls(receive: EventReceiver) {
  return {
    [receiveStripeEvent]({ request, response: { locals }, body }) {
      return locals.receivedEvent ?? receive(body, request.headers['stripe-signature'], locals.requestId);
    },
  } satisfies Partial<Handlers>;
}

/** Refuses before the body is read if the signature header cannot be valid now, and closes the connection. */
export function refuseUnsigned({ webhooks }: Pick<Services, 'webhooks'>): RequestHandler {
  return ({ headers }, response, next) => {
    if (webhooks.mayBeSigned(headers['stripe-signature'])) {
      next();
      return;
    }
    response.locals.route = patternOf(receiveStripeEvent);
    response.set('connection', 'close');
    throw new InvalidWebhookSignature('No signature of about now');
  };
}
