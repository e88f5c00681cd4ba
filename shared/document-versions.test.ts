import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentVersions, type VersionedDocument } from './document-versions.ts';

/** What each version's text was, by its digest. Only ever added to: a buyer holds the shop to the version of their order. */
const digests: Record<VersionedDocument, Record<string, string>> = {
  terms: {
    '2026-11-22': '239cddec37250ff1',
    '2026-11-23': '437eafb21f91fd87',
    '2026-11-27': 'c820fb34f9ff8e7d',
    '2026-11-30': '573226f741efc1b4',
  },
  company: { '2026-11-22': 'e98356d0d6935767' },
  accessibility: { '2026-11-22': '737681a9713eb5ed', '2026-11-30': '81ffdd8efe7d98af' },
};

it.each(Object.entries(documentVersions) as [VersionedDocument, string][])(
  'The text of %s is the one of its version: whoever changes a word gives it a new day',
  (document, version) => {
    const text = readFileSync(`client/content/pages/${document}.md`);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(digests[document][version]).toBe(digest);
  },
);
