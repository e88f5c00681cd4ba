import { shopDay } from '#shared/shop-day.ts';

/**
 * Updates texts whose date has passed since the page was built, so that no past launch is announced. The build marks them
 * (`scripts/build/markdown.ts`).
 */
export function followCalendar(text: ParentNode, now: Date): void {
  const today = shopDay(now);
  for (const part of text.querySelectorAll<HTMLElement>('[data-turns-on]')) {
    const { turnsOn, then } = part.dataset;
    if (turnsOn !== undefined && then !== undefined && turnsOn <= today) part.textContent = then;
  }
}
