import type { FreshRequests, LoadRequest } from './load.ts';

/** How many a second are made as long as nothing is known of the server. */
const firstGuess = 4000;
/** How many more are made than the server took before: a round may go better than the one before it. */
const spare = 1.5;

/** @param make one request; no index comes twice */
export function freshRequests(make: (index: number) => LoadRequest): FreshRequests {
  let perSecond = firstGuess;
  let made = 0;
  return {
    take(seconds) {
      const count = Math.ceil(perSecond * spare * seconds);
      return Array.from({ length: count }, () => {
        made += 1;
        return make(made - 1);
      });
    },
    learn({ requests, seconds }) {
      perSecond = Math.max(perSecond, requests / seconds);
    },
  };
}
