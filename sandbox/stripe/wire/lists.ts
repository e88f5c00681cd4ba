import { z } from 'zod';
import { noSuch } from './errors.ts';
import { pagination } from './parameters.ts';

interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

const pageParameters = z.object(pagination);
type PageParameters = z.output<typeof pageParameters>;

/** Objects in a page that nobody asked a size for, also in a list that is expanded. */
export const usualPage = 10;
const largestPage = 100;

/**
 * One page of a list (docs.stripe.com/api/pagination). `starting_after` goes towards the end of the list,
 * `ending_before` is the page just before an object, in the list's own order.
 * @param items the whole list in its order: the API's lists are newest first
 * @throws StripeApiError for an object that the cursor names and that does not exist
 */
export function pageOf<T extends { id: string }>(
  url: string,
  kind: string,
  items: readonly T[],
  { limit, starting_after: after, ending_before: before }: PageParameters,
  exists: (id: string) => boolean,
): List<T> {
  const size = Math.min(limit ?? usualPage, largestPage);
  const cursor = (id: string, param: string): number => {
    if (!exists(id)) throw noSuch(kind, id, param);
    return items.findIndex((item) => item.id === id);
  };
  if (before !== undefined) {
    const end = cursor(before, 'ending_before');
    const earlier = items.slice(0, Math.max(end, 0));
    return { object: 'list', url, has_more: earlier.length > size, data: earlier.slice(-size) };
  }
  const start = after === undefined ? 0 : cursor(after, 'starting_after') + 1;
  const rest = items.slice(start);
  return { object: 'list', url, has_more: rest.length > size, data: rest.slice(0, size) };
}

type Moment =
  | number
  | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined };

/** Whether a moment lies in the range of a `created` filter, in Unix seconds. */
export function isWithin(created: number, range: Moment | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  return (
    created > (range.gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (range.gte ?? Number.NEGATIVE_INFINITY) &&
    created < (range.lt ?? Number.POSITIVE_INFINITY) &&
    created <= (range.lte ?? Number.POSITIVE_INFINITY)
  );
}
