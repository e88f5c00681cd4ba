// Web Vitals reports (page speed): the body of `reportWebVitals`.

import { z } from 'zod';
import { routes } from '../routes.ts';
import { vitalsLimits } from '../web-vitals-limits.ts';

/** The kinds of device, by pointer and viewport; nothing finer, so that nobody can be identified by it. */
export const deviceKinds = ['phone', 'tablet', 'desktop'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Route names, and `notFound`: never a URL, which may contain an id. */
const routeSchema = z.enum([...Object.keys(routes), 'notFound']);

/** The largest part of the time until the largest picture or text was shown (web.dev/articles/optimize-lcp). */
const lcpParts = ['ttfb', 'load-delay', 'load', 'render'] as const;
/** The largest part of the time from an interaction to the next frame (web.dev/articles/optimize-inp). */
const inpParts = ['input-delay', 'processing', 'presentation'] as const;

const milliseconds = z.int().min(0).max(vitalsLimits.ms);

/** One visit of a route. What did not happen, or the browser does not measure, is left out. */
const pageVitalsSchema = z.strictObject({
  route: routeSchema,
  /** Time to First Byte: from the navigation to the first byte of the answer. */
  ttfb: milliseconds.optional(),
  /** Largest Contentful Paint: from the navigation until the largest picture or text is shown. */
  lcp: z.strictObject({ ms: milliseconds, part: z.enum(lcpParts) }).optional(),
  /** Interaction to Next Paint: from a press or key to the next frame; the slowest of the visit. */
  inp: z.strictObject({ ms: milliseconds, part: z.enum(inpParts) }).optional(),
  /** Cumulative Layout Shift: how much the page moved by itself. */
  cls: z.number().min(0).max(vitalsLimits.cls).optional(),
});
export type PageVitals = z.infer<typeof pageVitalsSchema>;

/** From when a page becomes visible until it is hidden or left. */
export const webVitalsSchema = z.strictObject({
  device: z.enum(deviceKinds),
  pages: z.array(pageVitalsSchema).min(1).max(vitalsLimits.pages),
});
export type WebVitals = z.infer<typeof webVitalsSchema>;
