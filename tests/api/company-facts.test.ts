import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '#shared/api/facts.ts';
import { concretePaths } from '#shared/concrete-paths.ts';
import { paths } from '#shared/routes.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

const directory = mkdtempSync(join(tmpdir(), 'company-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function shopOf(name: string, facts: object): Promise<Shop> {
  const file = join(directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(facts));
  return openShop({ environment: { SITE_FILE: file } });
}

/** All files in which the build leaves placeholders. */
const texts = [
  ...concretePaths().map(({ path }) => path),
  ...['/nothing-here', '/news.atom', '/sitemap.xml', '/robots.txt', '/site.webmanifest'],
  ...['/.well-known/security.txt', '/api/config'],
];

const textAt = async (shop: Shop, path: string) => (await fetch(`${shop.url}${path}`)).text();

/** A company whose name has every character that HTML, XML or JSON escape. */
const odd: Facts = {
  ...exampleFacts,
  company: { ...exampleFacts.company, name: `Sax & "Fyra" <Öron> o'Son AB` },
  email: { ...exampleFacts.email, support: 'hej@another.se', security: 'las@another.se' },
  links: { ...exampleFacts.links, merchandiseShop: 'https://merch.another.se/?a=1&b="2"' },
};

describe('one built image serves any company', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await shopOf('odd', odd);
  });
  afterAll(() => shop.close());

  it.each(texts)('%s has no placeholder left, and nothing of the example', async (path) => {
    const text = await textAt(shop, path);
    expect(text).not.toMatch(/fact\.[\w.-]+\.invalid|\{\{(if|end) /);
    expect(text).not.toContain(exampleFacts.company.name);
    expect(text).not.toContain(exampleFacts.email.support);
  });

  it('the name is safe wherever it stands: in HTML, in structured data, in XML, in the settings of the page', async () => {
    const name = 'Sax &amp; &quot;Fyra&quot; &lt;Öron&gt; o&#x27;Son AB';
    const home = await textAt(shop, '/');
    expect(home.replaceAll('<!-- -->', '')).toContain(name);
    expect(await textAt(shop, paths.company())).toContain(name);
    const blocks = [...home.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs)].map(
      (match) => JSON.parse(match[1] ?? '') as { legalName?: string; facts?: Facts },
    );
    expect(blocks.map(({ legalName }) => legalName)).toContain(odd.company.name);
    expect(blocks.find(({ facts }) => facts)?.facts?.company.name).toBe(odd.company.name);
    expect(home).not.toContain('<Öron>');
    expect(await textAt(shop, '/news.atom')).toContain(`<name>${name}</name>`);
    expect(await textAt(shop, '/.well-known/security.txt')).toContain('mailto:las@another.se');
    expect(await textAt(shop, paths.shop())).toContain(
      'href="https://merch.another.se/?a=1&amp;b=&quot;2&quot;"',
    );
  });
});

describe('a link without a fact is not shown', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await shopOf('bare', {
      ...exampleFacts,
      company: { ...exampleFacts.company, vatNumber: null },
      stores: { android: null, ios: null },
      links: { mainSite: null, merchandiseShop: null, communityChat: null, pledgeManager: null },
      adventures: {},
    });
  });
  afterAll(() => shop.close());

  it.each(texts)('%s has no trace of it', async (path) => {
    const text = await textAt(shop, path);
    expect(text).not.toMatch(/fact\.[\w.-]+\.invalid|\{\{(if|end) /);
    expect(text).not.toMatch(
      /BACK TO MAIN SITE|the merchandise shop|community chat<|pledge manager|Play the video|\/qr\/|VAT number:/,
    );
    expect(text).not.toMatch(/\shref=""|\shref="null"/);
  });

  it('and neither are the codes of its stores there, nor anything of them in the structured data', async () => {
    expect((await fetch(`${shop.url}/qr/android.svg`)).status).toBe(404);
    expect(await textAt(shop, '/')).toContain('"sameAs":[]');
  });
});
