import { Router, raw } from 'express';
import { InvalidWebhookSignature } from '#server/domain/ports/payment.ts';
import { receiveWebhookEvent } from '#server/domain/receive-webhook-event.ts';
import { endpoint } from '../endpoint.ts';
import { EventNotRecorded } from '../error-handler.ts';
import type { Services } from '../services.ts';

/** Stripe's own events stay far below this many bytes. No body of another call is larger. */
export const largestEvent = 512 * 1024;

/**
 * `POST /api/stripe/webhook`. Answers 200 only once everything the event changes is on disk; any failure answers 500,
 * because that is what makes the provider deliver the event again.
 */
export function webhookRouter({ readWebhook, store, clock, log }: Services): Router {
  const router = Router();
  router.use(raw({ type: () => true, limit: largestEvent }));
  endpoint(router, '/', {
    async post(request, response) {
      const signature = request.get('stripe-signature');
      if (!signature || !Buffer.isBuffer(request.body))
        throw new InvalidWebhookSignature('Body or signature missing');
      const received = readWebhook(request.body, signature);
      const { event } = received;
      const outcome = await receiveWebhookEvent({ store, clock, log }, received).catch((error: unknown) => {
        throw new EventNotRecorded(`The event ${event.id} was not recorded`, { cause: error });
      });
      response.locals.log.info({ event: event.id, type: event.type, outcome }, 'webhook event received');
      response.json({ received: true, outcome });
    },
  });
  return router;
}
