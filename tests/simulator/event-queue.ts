import type { Owner } from './virtual-time.ts';

/** A scheduled event. */
export interface PlannedEvent {
  /** Milliseconds since 1970. */
  at: number;
  /** The order of events in the same millisecond. */
  tie: number;
  owner: Owner;
  run: () => void;
  /** It was cancelled. */
  isOff: boolean;
}

const isBefore = (one: PlannedEvent, other: PlannedEvent) =>
  one.at === other.at ? one.tie < other.tie : one.at < other.at;

/** The scheduled events, earliest first (a binary heap). */
export class EventQueue {
  readonly #heap: PlannedEvent[] = [];

  push(event: PlannedEvent): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(event, above)) break;
      heap[index] = above;
      heap[parent] = event;
      index = parent;
    }
  }

  /** Removes and returns the earliest event, unless it is later than a given time. */
  next(end: number): PlannedEvent | undefined {
    const heap = this.#heap;
    const first = heap[0];
    if (!first || first.at > end) return undefined;
    const last = heap.pop();
    if (last && last !== first) this.#sink(last);
    return first;
  }

  #sink(event: PlannedEvent): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const least = isRight ? right : left;
      if (!least || !isBefore(least, event)) break;
      heap[index] = least;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = event;
  }
}
