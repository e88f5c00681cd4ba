import type { BrowserContext, Page } from '@playwright/test';
import { openShop } from '../support/shop.ts';
import { test as base } from './fixtures.ts';

interface Clock {
  /** Advances the clock of the shop and of the identity service. */
  advance(seconds: number): void;
}

/** A shop whose clock a test can advance; the browser's clock is not changed. */
export const test = base.extend<{ clock: Clock & { now: () => Date } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern
  clock: async ({}, use) => {
    let ahead = 0;
    await use({
      now: () => new Date(Date.now() + ahead),
      advance: (seconds) => {
        ahead += seconds * 1000;
      },
    });
  },
  shop: async ({ clock }, use) => {
    const shop = await openShop({ clock: clock.now });
    await use(shop);
    await shop.close();
  },
});

export const loginForm = { name: 'Sign In' };

/** The methods of the page's requests to the session endpoint. */
export function sessionCalls(page: Page | BrowserContext): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session')) calls.push(request.method());
  });
  return calls;
}
