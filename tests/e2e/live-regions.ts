import type { Page } from '@playwright/test';

/**
 * Notes the texts that come into live regions of the page as it is, as screen readers notice them. Start it once what has to
 * be there is there. @returns those since the last call
 */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(noteWhatIsSaid);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}

/** The same for every page that is loaded from now on, from its beginning. @returns what the page at hand has said so far */
export async function listenFromTheBeginning(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(noteWhatIsSaid);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Only what comes into a region that was there before: one that comes together with its words is often not read out. */
function noteWhatIsSaid(): void {
  const said: string[] = [];
  Object.assign(window, { said });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      const texts = target instanceof Text ? [target] : [...addedNodes];
      if (!place?.closest('[role=alert], [role=status]')) continue;
      said.push(...texts.map(({ textContent }) => textContent ?? '').filter(Boolean));
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
