import type { Page } from '@playwright/test';

/**
 * Records the text that is added to live regions of the current page, as screen readers notice it. Start it once the regions
 * exist. @returns a function for the texts since its last call
 */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(noteWhatIsSaid);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}

/** The same for every page that is loaded from now on. @returns a function for all texts of the current page so far */
export async function listenFromTheBeginning(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(noteWhatIsSaid);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Only additions to an existing region count: a region that is added together with its text is often not read out. */
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
