// Checks the company's facts for dead links.

import type { Facts } from '#shared/api/facts.ts';
import { site } from '#shared/site.ts';
import { type Check, check, messageOf, ok, warning, wrong } from './finding.ts';
import type { Probes } from './probes.ts';

/** Answers of hosts that exist but refuse programs, such as app stores and campaign pages. */
const keepsOut = new Set([401, 403, 405, 429, 999]);

/**
 * The check that visits every link among the company's facts, including videos, one after the other so that no host gets
 * a burst.
 */
export function linksCheck(facts: Facts, probes: Pick<Probes, 'visit'>): Check {
  const advice =
    'Put the right address into the site file (SITE_FILE), or null for what there is not, and restart.';
  return check('links', advice, async () => {
    const links = linksOf(facts);
    const faults: string[] = [];
    const unsure: string[] = [];
    let silent = 0;
    for (const { fact, url } of links) {
      const status = await probes.visit(url).catch(messageOf);
      if (typeof status === 'string') {
        silent += 1;
        faults.push(`${fact} does not answer (${status})`);
      } else if (keepsOut.has(status)) unsure.push(`${fact} answers ${status}`);
      else if (status >= 400) faults.push(`${fact} answers ${status}`);
    }
    if (silent === links.length && silent > 1) {
      return wrong(
        `none of ${silent} answers: ${faults[0]}`,
        'That is this machine rather than the links: see that it may open connections to the internet and finds names (DNS). The site file can stay as it is.',
      );
    }
    if (faults.length > 0) return wrong([...faults, ...unsure].join('; '), advice);
    return unsure.length > 0
      ? warning(unsure.join('; '), 'These hosts do not answer programs: open the addresses in a browser.')
      : ok(`all ${links.length} lead somewhere`);
  });
}

/** The links among the facts, by their paths in the site file. */
function linksOf({ links, stores, adventures, bodies }: Facts) {
  const given = (entries: readonly (readonly [fact: string, url: string | null])[]) =>
    entries.flatMap(([fact, url]) => (url === null ? [] : [{ fact, url }]));
  return given([
    ...Object.entries(links).map(([name, url]) => [`links.${name}`, url] as const),
    ...Object.entries(stores).map(([name, url]) => [`stores.${name}`, url] as const),
    ...Object.entries(adventures).flatMap(([id, { link, video }]) => [
      [`adventures.${id}.link`, link] as const,
      [`adventures.${id}.video`, video === null ? null : videoAddress(video)] as const,
    ]),
    ...Object.entries(bodies).map(([name, { url }]) => [`bodies.${name}.url`, url] as const),
  ]);
}

/** The host's player answers 200 for every id; its oEmbed service (oembed.com) knows which videos exist. */
function videoAddress(id: string): string {
  const host = new URL(site.videoHost).hostname.replace('-nocookie', '');
  const video = encodeURIComponent(`https://${host}/watch?v=${id}`);
  return `https://${host}/oembed?format=json&url=${video}`;
}
