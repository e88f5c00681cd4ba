// What a page reports of its speed (web vitals): the body of `reportWebVitals`.

import { z } from 'zod';
import { routes } from '../routes.ts';

/** The kinds of device, by pointer and viewport; nothing finer, so that nobody is known by theirs. */
export const deviceKinds = ['phone', 'tablet', 'desktop'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Every route by its name, and the page of addresses that lead nowhere: never an address, which may hold an id. */
const routeSchema = z.enum([...Object.keys(routes), 'notFound']);

/** What most of the time until the largest picture or text went into (web.dev/articles/optimize-lcp). */
const lcpParts = ['ttfb', 'load-delay', 'load', 'render'] as const;
/** What most of the time from a press to the next frame went into (web.dev/articles/optimize-inp). */
const inpParts = ['input-delay', 'processing', 'presentation'] as const;

/** Longer times are cut by the page, in milliseconds: a minute says enough. */
const longestVitalMs = 60_000;
/** Larger shifts are cut too; from 0.25 on a page counts as bad. */
const largestCls = 10;
/** Routes of one report; who looks at more before they leave the page tells of these. */
const mostReportedPages = 8;

const milliseconds = z.int().min(0).max(longestVitalMs);

/** What one look at a route was like. What did not happen, or what the browser does not measure, is left out. */
const pageVitalsSchema = z.strictObject({
  route: routeSchema,
  /** Time to First Byte: from the navigation to the first byte of the answer. */
  ttfb: milliseconds.optional(),
  /** Largest Contentful Paint: from the navigation until the largest picture or text is shown. */
  lcp: z.strictObject({ ms: milliseconds, part: z.enum(lcpParts) }).optional(),
  /** Interaction to Next Paint: from a press or key to the frame that answers it, at its worst. */
  inp: z.strictObject({ ms: milliseconds, part: z.enum(inpParts) }).optional(),
  /** Cumulative Layout Shift: how much moved by itself while it was read. */
  cls: z.number().min(0).max(largestCls).optional(),
});
export type PageVitals = z.infer<typeof pageVitalsSchema>;

/** From one visible moment of a page to its being hidden or left. */
export const webVitalsSchema = z.strictObject({
  device: z.enum(deviceKinds),
  pages: z.array(pageVitalsSchema).min(1).max(mostReportedPages),
});
export type WebVitals = z.infer<typeof webVitalsSchema>;
