/**
 * The versions of the documents that buyers and authorities hold a shop to: the day from which the text holds (`YYYY-MM-DD`). An
 * order keeps the version of the terms that its buyer accepted; a changed text needs a new one (a test compares).
 */
export const documentVersions = {
  terms: '2026-11-23',
  company: '2026-11-22',
  accessibility: '2026-11-22',
} as const;

export type VersionedDocument = keyof typeof documentVersions;
