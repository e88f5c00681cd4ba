import { hash } from 'node:crypto';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import { Refusal } from '#server/refusal.ts';
import { productById } from '#shared/catalogue.ts';
import { isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { type AdventureId, isAdventureId } from '#shared/unlocks.ts';
import { checkedUnlocks } from './code-batches.ts';
import { actionBy, type OperatorNeeds } from './operator-action.ts';
import type { ImportEntry, ImportKind } from './records.ts';
import { type FileFault, type FileRow, readRows } from './table-file.ts';

/** Lines written in one transaction. In between, a running site gets its turn to write. */
const linesAtOnce = 5000;
/** How long that turn is, in milliseconds; SQLite's waiting writers look about this often. */
const turnMs = 10;

/** What an import file holds: every line is either an entry or a fault. */
export interface ReadImport {
  entries: ImportEntry[];
  faults: FileFault[];
}

/**
 * Reads crowdfunding backers: columns `email` and `reward`.
 * @param rewards what a reward's name stands for; adventure ids and product ids stand for themselves
 */
export function readBackers(
  rows: readonly FileRow[],
  rewards: ReadonlyMap<string, readonly AdventureId[]>,
  now: Date,
): ReadImport {
  return readRows(rows, ({ cells }) => {
    const email = emailOf(cells);
    const reward = (cells['reward'] ?? '').trim();
    const ids = rewards.get(reward.toLowerCase()) ?? unlocksOf(reward);
    if (ids === null) {
      throw new Refusal(
        'invalid_request',
        reward === '' ? 'there is no reward' : `unknown reward "${reward}"`,
      );
    }
    return entry('backers', email, ids, now, [ids.join('+')]);
  });
}

/**
 * Reads purchases of an earlier shop: columns `email` and `product`, and perhaps `order` (its number there, which tells
 * two purchases of the same thing apart) and `date`. They unlock what the product unlocks; no payment is recorded,
 * because the earlier shop's books have it.
 */
export function readOldPurchases(rows: readonly FileRow[], now: Date): ReadImport {
  return readRows(rows, ({ cells }) => {
    const email = emailOf(cells);
    const product = (cells['product'] ?? '').trim();
    const ids = unlocksOf(product);
    if (ids === null) {
      throw new Refusal(
        'invalid_request',
        product === '' ? 'there is no product' : `unknown product "${product}"`,
      );
    }
    const order = (cells['order'] ?? '').trim();
    return entry('purchases', email, ids, dateOf(cells['date'], now), [product, order]);
  });
}

/**
 * Reads what rewards stand for, as the operator writes it: `Hero=fod-kickstarter+fist`.
 * @throws {Refusal}
 */
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

export interface ImportResult {
  /** `null` when nothing was new, and so nothing was written. */
  importId: number | null;
  added: number;
  /** Lines that were brought in before, by this file or another, or that stand in it twice. */
  already: number;
}

/** How many lines of a file would be new. Changes nothing. */
export async function previewImport(
  { store }: Pick<OperatorNeeds, 'store'>,
  entries: readonly ImportEntry[],
): Promise<{ new: number; already: number }> {
  const keys = distinct(entries).map(({ key }) => key);
  const known = await store.knownImportEntries(keys);
  return { new: keys.length - known, already: entries.length - keys.length + known };
}

/**
 * Brings in the lines that were not brought in before; doing it again changes nothing. One that was interrupted is
 * completed by running it again, or undone like any other.
 */
export async function runImport(
  needs: OperatorNeeds,
  kind: ImportKind,
  name: string,
  entries: readonly ImportEntry[],
  onProgress: (done: number, total: number) => void,
): Promise<ImportResult> {
  const { store, actor, clock } = needs;
  // In the order of their keys, neighbours in the table are written together.
  const lines = distinct(entries).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (!(await hasNews(store, lines))) return { importId: null, added: 0, already: entries.length };
  const details = { kind, name, lines: lines.length };
  const importId = await store.beginImport(kind, name, actionBy(needs, 'imports.run', { details }));
  let added = 0;
  for (let done = 0; done < lines.length; done += linesAtOnce) {
    const part = lines.slice(done, done + linesAtOnce);
    added += await store.addImportEntries(importId, part, actor, clock());
    onProgress(done + part.length, lines.length);
    await new Promise((resolve) => setTimeout(resolve, turnMs));
  }
  await store.finishImport(importId, clock());
  return { importId, added, already: entries.length - added };
}

/**
 * Takes an import back.
 * @throws {Refusal} `not_found` when there is none of this number, or it was undone before
 */
export async function undoImport(
  needs: OperatorNeeds,
  importId: number,
  reason: string | null,
): Promise<{ removed: number; revoked: number }> {
  const action = actionBy(needs, 'imports.undo', { subject: `import ${importId}`, reason });
  const result = await needs.store.undoImport(importId, action);
  if (!result) throw new Refusal('not_found', `There is no import ${importId} that could be undone.`);
  return result;
}

/** Whether any line was never brought in: of a new file, the first look tells. */
async function hasNews(store: OperatorStore, lines: readonly ImportEntry[]): Promise<boolean> {
  for (let done = 0; done < lines.length; done += linesAtOnce) {
    const keys = lines.slice(done, done + linesAtOnce).map(({ key }) => key);
    if ((await store.knownImportEntries(keys)) < keys.length) return true;
  }
  return false;
}

function distinct(entries: readonly ImportEntry[]): ImportEntry[] {
  return [...new Map(entries.map((each) => [each.key, each])).values()];
}

function emailOf(cells: FileRow['cells']): string {
  const email = normaliseEmail(cells['email'] || cells['e-mail'] || '');
  if (email === '') throw new Refusal('invalid_request', 'there is no e-mail address');
  if (!isEmail(email)) throw new Refusal('invalid_request', `"${email}" is no e-mail address`);
  return email;
}

/** What an adventure id or a product id unlocks. */
function unlocksOf(id: string): readonly AdventureId[] | null {
  return isAdventureId(id) ? [id] : (productById(id)?.unlocks ?? null);
}

function dateOf(cell: string | undefined, now: Date): Date {
  const text = (cell ?? '').trim();
  if (text === '') return now;
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new Refusal('invalid_request', `expected a date such as 2024-09-07, not "${text}"`);
  }
  if (date > now) throw new Refusal('invalid_request', `the date ${text} lies in the future`);
  return date;
}

/** The key holds no address in the clear: it outlives the erasure of its owner, so that nothing comes back with a file. */
function entry(
  kind: ImportKind,
  email: string,
  adventureIds: readonly AdventureId[],
  grantedAt: Date,
  says: readonly string[],
): ImportEntry {
  // 128 bits: no two of even a thousand million lines share them.
  const key = hash('sha256', JSON.stringify([kind, email, ...says]), 'base64url').slice(0, 22);
  return { key, email, adventureIds, grantedAt };
}
