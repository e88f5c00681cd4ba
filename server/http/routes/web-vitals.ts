// The handler of what pages report of their speed (real user monitoring).

import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/**
 * What pages report of how fast they were. Anybody may send anything here: words come from closed sets, numbers have bounds, and
 * nothing is kept but counts. Whoever asks not to be followed, by Do Not Track or Global Privacy Control, is not counted; their
 * pages send nothing either.
 */
export function webVitalsCalls({
  config,
  metrics,
  webVitals,
}: Pick<Services, 'config' | 'metrics' | 'webVitals'>) {
  return {
    [reportWebVitals]({ request, response, body }) {
      // Counted, and no line in the log each.
      response.locals.quietRoute = patternOf(reportWebVitals);
      if (!config.collectsWebVitals || request.get('dnt') === '1' || request.get('sec-gpc') === '1') return;
      metrics.webVitals(body);
      webVitals.record(body);
    },
  } satisfies Partial<Handlers>;
}
