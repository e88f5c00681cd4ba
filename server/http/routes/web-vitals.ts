// The handler of Web Vitals reports (real user monitoring).

import { patternOf, reportWebVitals } from '#shared/endpoints.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/**
 * Takes the pages' Web Vitals reports. Anybody may send anything here: words come from closed sets, numbers are bounded,
 * and only counts are kept. Browsers that send Do Not Track or Global Privacy Control are not counted; their pages send
 * nothing either.
 */
export function webVitalsCalls({
  config,
  metrics,
  webVitals,
}: Pick<Services, 'config' | 'metrics' | 'webVitals'>) {
  return {
    [reportWebVitals]({ request, response, body }) {
      // Counted, but not logged.
      response.locals.quietRoute = patternOf(reportWebVitals);
      if (!config.collectsWebVitals || request.get('dnt') === '1' || request.get('sec-gpc') === '1') return;
      metrics.webVitals(body);
      webVitals.record(body);
    },
  } satisfies Partial<Handlers>;
}
