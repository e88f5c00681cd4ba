// Parses the lines of import files: backers, and purchases of an earlier shop.

import { hash } from 'node:crypto';
import { Refusal } from '#server/refusal.ts';
import type { ImportKind } from '#shared/api/imports.ts';
import { productById } from '#shared/catalogue.ts';
import { isEmail, normaliseEmail, withoutUnseen } from '#shared/identity-input.ts';
import { type AdventureId, isAdventureId } from '#shared/unlocks.ts';
import { checkedUnlocks, momentOf } from './checked-input.ts';
import type { ImportEntry } from './imports.ts';
import { type FileRow, type ReadRows, readRows } from './table-file.ts';

/**
 * Reads crowdfunding backers: columns `email` and `reward`.
 * @param rewards what each reward's name unlocks; adventure ids and product ids need no entry
 */
export function readBackers(
  rows: readonly FileRow[],
  rewards: ReadonlyMap<string, readonly AdventureId[]>,
  now: Date,
): ReadRows<ImportEntry> {
  return readRows(rows, ({ cells }) => {
    const email = emailOf(cells);
    const { ids } = unlocksOf(cells, 'reward', rewards);
    return entry('backers', email, ids, now, [ids.join('+')]);
  });
}

/**
 * Reads purchases of an earlier shop: columns `email` and `product`, and optionally `order` (its number there, which
 * distinguishes two purchases of the same thing) and `date`. They unlock what the product unlocks; no payment is
 * recorded, because the earlier shop's books have it.
 */
export function readOldPurchases(rows: readonly FileRow[], now: Date): ReadRows<ImportEntry> {
  return readRows(rows, ({ cells }) => {
    const email = emailOf(cells);
    const { named, ids } = unlocksOf(cells, 'product');
    const order = (cells['order'] ?? '').trim();
    return entry('purchases', email, ids, dateOf(cells['date'], now), [named, order]);
  });
}

/** Parses what rewards unlock, as the operator writes it: `Hero=fod-kickstarter+fist`. @throws {Refusal} */
export function readRewards(definitions: readonly string[]): Map<string, AdventureId[]> {
  return new Map(
    definitions.map((definition) => {
      const at = definition.lastIndexOf('=');
      if (at < 1) {
        throw new Refusal('invalid_request', `Write a reward as NAME=ID+ID, not "${definition}".`, 'reward');
      }
      const ids = definition
        .slice(at + 1)
        .split(/[+,]/)
        .map((id) => id.trim());
      return [definition.slice(0, at).trim().toLowerCase(), checkedUnlocks(ids)];
    }),
  );
}

function emailOf(cells: FileRow['cells']): string {
  const email = normaliseEmail(withoutUnseen(cells['email'] ?? ''));
  if (email === '') throw new Refusal('invalid_request', 'there is no e-mail address');
  if (!isEmail(email)) throw new Refusal('invalid_request', `"${email}" is no e-mail address`);
  return email;
}

/** What a cell names (a reward, an adventure or a product), and what that unlocks. */
function unlocksOf(
  cells: FileRow['cells'],
  column: 'reward' | 'product',
  rewards?: ReadonlyMap<string, readonly AdventureId[]>,
): { named: string; ids: readonly AdventureId[] } {
  const named = (cells[column] ?? '').trim();
  const known = isAdventureId(named) ? [named] : productById(named)?.unlocks;
  const ids = rewards?.get(named.toLowerCase()) ?? known;
  if (ids) return { named, ids };
  throw new Refusal('invalid_request', named ? `unknown ${column} "${named}"` : `there is no ${column}`);
}

function dateOf(cell: string | undefined, now: Date): Date {
  const text = (cell ?? '').trim();
  if (text === '') return now;
  const date = momentOf(text, '00:00');
  if (!date) throw new Refusal('invalid_request', `expected a date such as 2024-09-07, not "${text}"`);
  if (date > now) throw new Refusal('invalid_request', `the date ${text} lies in the future`);
  return date;
}

/**
 * The key contains no readable address: it is kept after the owner's erasure, so that importing a file again restores
 * nothing.
 */
function entry(
  kind: ImportKind,
  email: string,
  adventureIds: readonly AdventureId[],
  grantedAt: Date,
  says: readonly string[],
): ImportEntry {
  // 128 bits: no collision even among a thousand million lines.
  const key = hash('sha256', JSON.stringify([kind, email, ...says]), 'base64url').slice(0, 22);
  return { key, email, adventureIds, grantedAt };
}
