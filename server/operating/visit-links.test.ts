import { expect, it } from 'vitest';
import type { Facts } from '#shared/api/facts.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { type Finding, runChecks } from './finding.ts';
import { linksCheck } from './visit-links.ts';

/** What the check finds. */
async function visit(...given: Parameters<typeof linksCheck>): Promise<Finding> {
  const [finding] = await runChecks([linksCheck(...given)]);
  if (!finding) throw new Error('There is one check');
  return finding;
}

const visited: string[] = [];
const answering = (statusOf: (url: string) => number | Error) => ({
  async visit(url: string) {
    visited.push(url);
    const status = statusOf(url);
    if (status instanceof Error) throw status;
    return status;
  },
});

it('visits every link of the facts, videos by what their host knows of them', async () => {
  visited.length = 0;
  const finding = await visit(
    exampleFacts,
    answering(() => 200),
  );
  expect(finding).toEqual({ check: 'links', verdict: 'ok', found: 'all 15 lead somewhere', advice: '' });
  expect(visited).toContain(exampleFacts.links.merchandiseShop);
  expect(visited).toContain(exampleFacts.stores.ios);
  expect(visited).toContain(
    'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Ddracula-001',
  );
  expect(new Set(visited).size).toBe(15);
});

it('names what is not there and who does not answer, and goes on', async () => {
  const finding = await visit(
    exampleFacts,
    answering((url) => (url.includes('pledges') ? 404 : url.includes('arn.se') ? new Error('no host') : 200)),
  );
  expect(finding).toMatchObject({ verdict: 'wrong', advice: expect.stringContaining('SITE_FILE') });
  expect(finding.found).toBe(
    'links.pledgeManager answers 404; bodies.disputes.url does not answer (no host)',
  );
});

it.each([
  [400, 'stores.android answers 400'],
  [new Error('no host'), 'stores.android does not answer (no host)'],
])('sends to the site file where the only link has %s', async (status, found) => {
  const none = <Names extends object>(names: Names) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, null])) as { [Name in keyof Names]: null };
  const finding = await visit(
    {
      ...{ ...exampleFacts, links: none(exampleFacts.links), adventures: {}, bodies: {} },
      stores: { ...none(exampleFacts.stores), android: exampleFacts.stores.android },
    } as Facts,
    answering(() => status),
  );
  expect(finding).toMatchObject({ verdict: 'wrong', found, advice: expect.stringContaining('SITE_FILE') });
});

it('does not send to the site file when nothing answers: then the machine has no way out', async () => {
  const cause = Object.assign(new Error(''), { code: 'ENETUNREACH' });
  const finding = await visit(
    exampleFacts,
    answering(() => new TypeError('fetch failed', { cause })),
  );
  expect(finding).toMatchObject({
    verdict: 'wrong',
    advice: expect.stringMatching(/this machine.+can stay as it is/),
  });
  expect(finding.found).toBe(
    'none of 15 answers: links.mainSite does not answer (fetch failed: ENETUNREACH)',
  );
});

it('only warns of hosts that keep programs out, and passes over what there is not', async () => {
  visited.length = 0;
  const links = { mainSite: null, merchandiseShop: null, communityChat: null, pledgeManager: null };
  const finding = await visit(
    { ...exampleFacts, links },
    answering((url) => (url.includes('kickstarter') ? 403 : url.includes('oembed') ? 401 : 200)),
  );
  expect(finding).toMatchObject({
    verdict: 'warning',
    found: expect.stringMatching(
      /^adventures\.maceandmagic\.link answers 403; adventures\.\S+\.video answers 401/,
    ),
    advice: expect.stringContaining('in a browser'),
  });
  expect(visited).toHaveLength(11);
});
