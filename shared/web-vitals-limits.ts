/** What a report of Web Vitals may hold: the page caps what is larger, the server refuses it. */
export const vitalsLimits = {
  /** The longest time, in milliseconds. */
  ms: 60_000,
  /** The largest layout shift; from 0.25 on a page counts as poor. */
  cls: 10,
  /** Most routes in one report; of more, only these are sent. */
  pages: 8,
} as const;
