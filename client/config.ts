import type { PublicConfig } from '#shared/api/config.ts';

let config: PublicConfig | undefined;

/**
 * The run-time settings that the server put into this page. They exist only in a browser: read them in effects and
 * event handlers, never while a page is being prerendered.
 * @throws {Error} when the page was not sent by the site's own server
 */
export function siteConfig(): PublicConfig {
  config ??= readConfig();
  return config;
}

function readConfig(): PublicConfig {
  const block = document.getElementById('site-config');
  if (!block?.textContent) {
    throw new Error('This page has no settings.');
  }
  return JSON.parse(block.textContent) as PublicConfig;
}
