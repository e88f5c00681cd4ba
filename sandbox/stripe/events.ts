import Stripe from 'stripe';
import { newId } from './objects/ids.ts';
import type { EventRecord, Records } from './records.ts';

/** The call that caused an event; none for events of the payment page or of timers. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

export const byItself: Cause = { requestId: null, idempotencyKey: null };

export interface Events {
  /** Records an event with a snapshot of its object, and passes it on for delivery. */
  record(type: Stripe.Event['type'], object: object, cause?: Cause, previous?: object): void;
}

/** @param deliver called with each new event, after it is stored */
export function createEvents(
  records: Records,
  now: () => Date,
  deliver: (event: EventRecord) => void,
): Events {
  return {
    record(type, object, cause = byItself, previous) {
      const event: EventRecord = {
        id: newId('evt_1'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: Math.floor(now().getTime() / 1000),
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
        type,
      };
      records.events.put(event.id, event);
      deliver(event);
    },
  };
}
