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
  const settings = document.getElementById('site-config')?.textContent;
  if (!settings) throw new Error('No settings.');
  return JSON.parse(settings) as PublicConfig;
}
