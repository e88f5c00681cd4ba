import type { Page, Request } from '@playwright/test';
import { hydrated } from './public-pages.ts';

/** How long there must be no request for a page to count as settled, in milliseconds. */
const quietMs = 500;

/** A page's requests since `follow` was called. */
export interface Traffic {
  /**
   * Resolves when the page is hydrated and all its requests are answered. Playwright's `networkidle` cannot tell
   * that: it fires once a page, but a page loads its code after the first paint, and lazy pictures later.
   */
  settled(): Promise<void>;
}

/** Starts recording a page's requests; call it before opening the page. */
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
