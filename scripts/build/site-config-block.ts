import { setTimeout } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { patternOf, readConfig } from '#shared/endpoints.ts';
import { jsonForScript } from '#shared/json-for-script.ts';

/** How long a page waits for the site's server, in milliseconds. */
const patienceMs = 15_000;

/**
 * Vite's plugin for development: Vite sends the pages, so it asks the site's server for the block that server puts into them. A
 * change of a text or a fact reloads the page and restarts that server at the same time, so the page waits for it.
 */
export function siteConfigBlock(
  server: string,
): Plugin & { transformIndexHtml(html: string): Promise<string> } {
  return {
    name: 'site-config-block',
    apply: 'serve',
    async transformIndexHtml(html: string) {
      const address = `${server}${patternOf(readConfig)}`;
      const answer = await answerOf(address, Date.now() + patienceMs);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
      const config = jsonForScript(await answer.json());
      return html.replace(
        '<!--site-config-->',
        () => `<script type="application/json" id="site-config">${config}</script>`,
      );
    },
  };
}

async function answerOf(address: string, until: number): Promise<Response> {
  for (;;) {
    try {
      const answer = await fetch(address);
      if (answer.status !== 503 || Date.now() >= until) return answer;
    } catch (error) {
      if (Date.now() >= until) throw error;
    }
    await setTimeout(100);
  }
}
