import type { Page } from '@playwright/test';

declare global {
  /** Tries something in a page. @returns `let through`, or the name of the error */
  var attempt: (act: () => void) => string;
}

/** What the browser logs about violations of the site's policies. */
export const policyErrors = /Content Security Policy|requires 'Trusted/i;

/** Adds the function `attempt` to all pages that are opened from now on. */
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
