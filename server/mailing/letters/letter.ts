// The parts of a letter: headings, paragraphs, lists, links, quotations.

import type { ClaimError } from '#shared/api/claims.ts';
import type { Facts } from '#shared/api/facts.ts';
import { site } from '#shared/site.ts';

/** A part of a letter; a text is a paragraph. Its meaning must not depend on position, colour or pictures. */
export type Part =
  | string
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'link'; label: string; url: string }
  /** Verbatim, with its line breaks. */
  | { kind: 'quote'; text: string };

export const heading = (text: string): Part => ({ kind: 'heading', text });
export const list = (items: readonly string[]): Part => ({ kind: 'list', items });
export const steps = (items: readonly string[]): Part => ({ kind: 'steps', items });
export const link = (label: string, url: string): Part => ({ kind: 'link', label, url });
export const quote = (text: string): Part => ({ kind: 'quote', text });

/** The content of a letter, without its recipient. */
export interface Letter {
  subject: string;
  parts: readonly Part[];
}

/** What every letter may need besides its subject. */
export interface Desk {
  /** The site's own address, without a slash at the end. */
  publicUrl: string;
  facts: Facts;
  now: Date;
  /** The claim link of the letter's order, if the letter contains it. */
  claimUrl: string | null;
  /** Why the letter's order unlocks nothing now; `null` or left out when it does. */
  obstacle?: ClaimError | null;
}

/** The end of every letter: who writes, and where to ask. */
export const closing = ({ publicUrl, facts }: Desk): readonly Part[] => [
  `Questions: write to ${facts.email.support}, or answer this mail.`,
  `${site.name}, a shop of ${facts.company.name}. ${publicUrl}`,
];
