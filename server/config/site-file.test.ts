import { dirname } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { completeSettings, faultsOf, ownSiteFile } from '#tests/support/configuration.ts';
import { ownFacts } from '#tests/support/example-facts.ts';
import { readConfig } from '../config.ts';

const site = ownSiteFile();
afterEach(() => site.write());
afterAll(site.remove);

describe('the site file', () => {
  it("takes the example's facts without a live key, and a company's own with and without one", () => {
    expect(readConfig(completeSettings).facts.company.name).toBe('Black Ether Audio AB');
    expect(readConfig({ ...completeSettings, SITE_FILE: site.file }).facts.company.name).toBe(
      'Ember & Ash AB',
    );
    expect(readConfig({ ...completeSettings, ...site.liveKey }).facts.links.mainSite).toBe(
      'https://www.ember-and-ash.se/',
    );
  });

  it('refuses the example beside a live key, naming every fact at once', () => {
    const faults = faultsOf({ ...completeSettings, ...site.liveKey, SITE_FILE: 'site.example.json' });
    const named = faults.map((fault) => /^SITE_FILE (\S+): an example/.exec(fault)?.[1]);
    expect(named).toEqual([
      ...['name', 'registrationNumber', 'vatNumber', 'phone'].map((name) => `company.${name}`),
      ...['street', 'postalCode', 'city'].map((name) => `company.address.${name}`),
      ...['support', 'bugs', 'press', 'investors', 'jobs', 'privacy', 'security'].map(
        (name) => `email.${name}`,
      ),
      ...['stores.android', 'stores.ios'],
      ...['mainSite', 'merchandiseShop', 'communityChat', 'pledgeManager'].map((name) => `links.${name}`),
      ...['maceandmagic.link', 'maceandmagic.video', 'coc_aatt.video', 'dracula.link', 'dracula.video'].map(
        (name) => `adventures.${name}`,
      ),
    ]);
  });

  it.each([
    ['email', { support: 'help@shop.example.org' }, 'email.support'],
    ['links', { communityChat: 'https://chat.test/room' }, 'links.communityChat'],
    ['stores', { ios: 'https://apps.apple.com/app/id0000' }, 'stores.ios'],
    [
      'stores',
      { android: 'https://play.google.com/store/apps/details?id=com.example.game' },
      'stores.android',
    ],
    ['company', { name: 'changeme' }, 'company.name'],
  ] as const)('refuses beside a live key a placeholder in %s: %o', (part, over, named) => {
    site.write({ ...ownFacts, [part]: { ...ownFacts[part], ...over } });
    expect(faultsOf({ ...completeSettings, SITE_FILE: site.file })).toEqual([]);
    expect(faultsOf({ ...completeSettings, ...site.liveKey })).toEqual([
      expect.stringContaining(`SITE_FILE ${named}: an example`),
    ]);
  });

  it('says what is wrong with a site file: each fact by its path, what there is not, and what cannot be read', () => {
    const { company } = ownFacts;
    site.write({
      ...ownFacts,
      company: { ...company, phone: 'none', address: { ...company.address, city: ' ' } },
      stores: { android: 'https://play.google.com.evil.se/x', ios: null },
      telephone: 1,
    });
    const faults = faultsOf({ ...completeSettings, SITE_FILE: site.file });
    for (const path of ['company.phone', 'company.address.city', 'stores.android', 'telephone'])
      expect(faults.filter((fault) => fault.startsWith(`SITE_FILE ${path}:`))).toHaveLength(1);
    expect(faults).toHaveLength(4);
    site.write('{');
    expect(faultsOf({ ...completeSettings, SITE_FILE: site.file })).toEqual([
      expect.stringMatching(/^SITE_FILE is no JSON/),
    ]);
    expect(faultsOf({ ...completeSettings, SITE_FILE: `${site.file}.none` })).toEqual([
      'SITE_FILE cannot be read: there is no file at this path (in a container: inside it)',
    ]);
    expect(faultsOf({ ...completeSettings, SITE_FILE: dirname(site.file) })).toEqual([
      expect.stringMatching(/^SITE_FILE cannot be read: this is a directory/),
    ]);
  });

  it('is read also as Windows editors save it, with a mark before the text', () => {
    site.write(`\uFEFF${JSON.stringify(ownFacts)}`);
    expect(faultsOf({ ...completeSettings, SITE_FILE: site.file })).toEqual([]);
  });

  it('lets one mailbox do for all', () => {
    site.write({
      ...ownFacts,
      email: { support: 'hej@ember-and-ash.se', press: 'press@ember-and-ash.se' },
    });
    expect(readConfig({ ...completeSettings, SITE_FILE: site.file }).facts.email).toMatchObject({
      bugs: 'hej@ember-and-ash.se',
      press: 'press@ember-and-ash.se',
    });
  });
});
