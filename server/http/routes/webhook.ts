import { Router, raw } from 'express';
import { InvalidWebhookSignature } from '#server/buying/payment-provider.ts';
import { receiveWebhookEvent } from '#server/buying/receive-webhook-event.ts';
import { endpoint } from '../endpoint.ts';
import { EventNotRecorded } from '../error-handler.ts';
import type { Services } from '../services.ts';

declare global {
  namespace Express {
    interface Locals {
      /** What becomes of the event in the body, where the front has read it already. */
      receivedEvent?: Promise<ReceivedAnswer>;
    }
  }
}

interface ReceivedAnswer {
  received: true;
  outcome: string;
}

export const webhookPath = '/api/stripe/webhook';

/** Stripe's own events stay far below this many bytes. No body of another call is larger. */
export const largestEvent = 512 * 1024;

/**
 * Takes in an event as it was sent: the signature covers the raw bytes.
 * @returns the answer, once everything the event changes is on disk
 * @throws {InvalidWebhookSignature}
 * @throws {EventNotRecorded} whatever the reason; the provider delivers the event again then
 */
export type EventReceiver = (
  rawBody: unknown,
  signature: string | string[] | undefined,
  requestId: string,
) => Promise<ReceivedAnswer>;

export function eventReceiver({ readWebhook, ledger, clock, log, metrics }: Services): EventReceiver {
  return async (rawBody, signature, requestId) => {
    if (typeof signature !== 'string' || !Buffer.isBuffer(rawBody))
      throw new InvalidWebhookSignature('Body or signature missing');
    const received = readWebhook(rawBody, signature);
    const { event } = received;
    const outcome = await receiveWebhookEvent({ ledger, clock, log, metrics }, received).catch(
      (error: unknown) => {
        throw new EventNotRecorded(`The event ${event.id} was not recorded`, { cause: error });
      },
    );
    log.info({ requestId, event: event.id, type: event.type, outcome }, 'webhook event received');
    return { received: true, outcome };
  };
}

/**
 * `POST /api/stripe/webhook`. Answers 200 only once everything the event changes is on disk; any failure answers 500,
 * because that is what makes the provider deliver the event again.
 */
export function webhookRouter(receive: EventReceiver): Router {
  const router = Router();
  router.use(raw({ type: () => true, limit: largestEvent }));
  endpoint(router, '/', {
    async post(request, response) {
      const { receivedEvent, requestId } = response.locals;
      response.json(
        await (receivedEvent ?? receive(request.body, request.headers['stripe-signature'], requestId)),
      );
    },
  });
  return router;
}
