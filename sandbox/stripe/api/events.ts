import { z } from 'zod';
import type { Deliveries } from '../deliveries.ts';
import type { EventRecord, Records } from '../records.ts';
import { inVersion } from '../versions.ts';
import type { Endpoints } from '../wire/api.ts';
import { invalidParameter, noSuch } from '../wire/errors.ts';
import { isWithin, pageOf } from '../wire/lists.ts';
import * as is from '../wire/parameters.ts';

const onlyExpand = z.strictObject(is.expansion);
const listParameters = z.strictObject({
  ...is.pagination,
  created: is.moment().optional(),
  delivery_success: is.boolean().optional(),
  type: is.text().optional(),
  types: is.list(is.text(), 20).optional(),
});

/** Events can be read for 30 days (docs.stripe.com/api/events). */
const keptFor = 30 * 24 * 60 * 60;

/**
 * Calls on events (docs.stripe.com/api/events).
 * @param version of the account, in which its events are written whatever version a call asks for
 */
export function eventEndpoints(
  records: Records,
  deliveries: Deliveries,
  now: () => Date,
  version: () => string,
): Endpoints {
  const isKept = (event: EventRecord): boolean => event.created > now().getTime() / 1000 - keptFor;
  const asTold = (event: EventRecord): EventRecord => ({
    ...inVersion(event, version()),
    pending_webhooks: deliveries.of(event.id)?.state === 'pending' ? 1 : 0,
  });
  return {
    'GET /events': ({ parameters }) => {
      const wanted = is.read(listParameters, parameters);
      if (wanted.type !== undefined && wanted.types !== undefined)
        throw invalidParameter('You may only specify one of these parameters: type, types.');
      const events = records.events
        .values()
        .filter(
          (event) =>
            isKept(event) &&
            isWithin(event.created, wanted.created) &&
            (wanted.type === undefined || matches(event.type, wanted.type)) &&
            (wanted.types === undefined || wanted.types.includes(event.type)) &&
            (wanted.delivery_success === undefined ||
              wanted.delivery_success === isDelivered(deliveries, event.id)),
        )
        .reverse();
      const known = (id: string): boolean => records.events.get(id) !== undefined;
      const page = pageOf('/v1/events', 'event', positioned(events, wanted, records), wanted, known);
      return { ...page, data: page.data.map(asTold) };
    },
    'GET /events/:id': ({ id, parameters }) => {
      is.read(onlyExpand, parameters);
      const event = records.events.get(id);
      if (!event || !isKept(event)) throw noSuch('event', id, 'id');
      return asTold(event);
    },
  };
}

/** A group such as `charge.*` names all its types. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

/** An event with no endpoint to go to counts as delivered: there is nothing left to do. */
function isDelivered(deliveries: Deliveries, eventId: string): boolean {
  const state = deliveries.of(eventId)?.state;
  return state === 'delivered' || state === 'none';
}

/**
 * A cursor may name an event that the filter leaves out (an undelivered list that starts at a delivered event): the
 * page is then cut from the events on the right side of it.
 */
function positioned(
  filtered: EventRecord[],
  {
    starting_after: after,
    ending_before: before,
  }: { starting_after?: string | undefined; ending_before?: string | undefined },
  records: Records,
): EventRecord[] {
  const cursor = before ?? after;
  const event = cursor === undefined ? undefined : records.events.get(cursor);
  if (!event || filtered.some(({ id }) => id === event.id)) return filtered;
  const newest = records.events
    .values()
    .reverse()
    .map(({ id }) => id);
  const kept = new Set([...filtered.map(({ id }) => id), event.id]);
  const byId = new Map([...filtered, event].map((candidate) => [candidate.id, candidate]));
  return newest.filter((id) => kept.has(id)).flatMap((id) => byId.get(id) ?? []);
}
