/** Moments before and after others. */

/** A day, in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;

/** @param ms in milliseconds */
export const earlier = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);

/** @param ms in milliseconds */
export const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
