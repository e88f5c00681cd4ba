import { shopDay } from '#shared/shop-day.ts';

/**
 * Turns the texts whose day has come since the page was built: a launch in the past is not announced. The build marks them
 * (`scripts/build/markdown.ts`).
 */
export function followCalendar(text: ParentNode, now: Date): void {
  const today = shopDay(now);
  for (const part of text.querySelectorAll<HTMLElement>('[data-turns-on]')) {
    const { turnsOn, then } = part.dataset;
    if (turnsOn !== undefined && then !== undefined && turnsOn <= today) part.textContent = then;
  }
}
