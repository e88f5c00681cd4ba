/**
 * The versions of legal documents: the day from which each text is valid (`YYYY-MM-DD`). An order stores the version of
 * the terms that its buyer accepted; a changed text needs a new version (a test compares).
 */
export const documentVersions = {
  terms: '2026-11-30',
  company: '2026-11-22',
  accessibility: '2026-11-30',
} as const;

export type VersionedDocument = keyof typeof documentVersions;
