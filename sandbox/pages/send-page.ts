import type { Response } from 'express';

/** Sends a page. No script can run in it; other sites may frame it only where that is its purpose. */
export function sendPage(
  response: Response,
  status: number,
  markup: string,
  { frameable = false } = {},
): void {
  const frames = frameable ? '*' : "'none'";
  response
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors ${frames}`,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    .type('html')
    .send(markup);
}
