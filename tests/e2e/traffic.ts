import type { Page, Request } from '@playwright/test';
import { hydrated } from './public-pages.ts';

/** How long nothing may come or go for a page to count as settled, in milliseconds. */
const quietMs = 500;

/** What a page asks for, from the moment it is followed. */
export interface Traffic {
  /**
   * Resolves when the page is hydrated and everything it asked for has come. Playwright's `networkidle` cannot say
   * that: it happens once a page, and a page fetches its code after its first paint, and pictures when they come near.
   */
  settled(): Promise<void>;
}

/** Follows what a page asks for; to be called before it is opened. */
export function followTraffic(page: Page): Traffic {
  const underWay = new Set<Request>();
  let somethingMoved = () => {};
  const ended = (request: Request) => {
    underWay.delete(request);
    somethingMoved();
  };
  page.on('request', (request) => {
    underWay.add(request);
    somethingMoved();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    async settled() {
      await hydrated(page);
      await new Promise<void>((quiet) => {
        let timer: NodeJS.Timeout | undefined;
        somethingMoved = () => {
          clearTimeout(timer);
          if (underWay.size === 0) timer = setTimeout(quiet, quietMs);
        };
        somethingMoved();
      });
    },
  };
}
