import type { Page } from '@playwright/test';

declare global {
  /** Tries something inside a page. @returns `let through`, or the name of the error */
  var attempt: (act: () => void) => string;
}

/** What the browser writes about things that the site's policies forbid. */
export const policyErrors = /Content Security Policy|requires 'Trusted/i;

/** Gives the pages that are opened from here on the function `attempt`. */
export async function offerAttempt(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.attempt = (act) => {
      try {
        act();
        return 'let through';
      } catch (error) {
        return (error as Error).name;
      }
    };
  });
}
