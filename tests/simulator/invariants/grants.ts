import type { Row } from '../databases.ts';
import type { Promised } from '../record.ts';
import type { World } from '../world.ts';

/** Invariants for the end of a story about operators' grants and revocations. */

type Seen = { [name in 'grants' | 'gifts' | 'imports' | 'import_entries' | 'purchase_moves']: Row[] };
type About<Kind extends Promised['kind']> = Promised & { kind: Kind };

const numbered = (rows: Row[], id: number) => rows.find((row) => Number(row['id']) === id);
const rule = 'promises: what was acknowledged stays';

/** Every grant exists, on the account or waiting for its address, unless somebody tried to revoke it. */
export function checkGiven(
  { record, story, people }: World,
  { grants }: Seen,
  promise: About<'given'>,
): void {
  const { grant: id, sub, email, adventure } = promise;
  if (record.takenBack.has(id) || record.erasures.has(sub)) return;
  const row = numbered(grants, id);
  const account = row?.['account_id'] ?? null;
  const proved = people
    .filter(({ emails }) => email !== null && emails.has(email))
    .map(({ user }) => user.sub);
  const isTheirs =
    account === null
      ? email !== null && row?.['email'] === email
      : [sub, ...proved].includes(String(account));
  if (row?.['adventure_id'] !== adventure || row['revoked_at'] !== null || !isTheirs)
    story.breaks(rule, `the operator gave ${adventure} to ${sub}: ${JSON.stringify(row)}`);
}

/** What was taken back stays so, except for a gift that somebody has opened since, and an order that was moved to its own address. */
export function checkTakenBack(
  { story }: World,
  { grants, gifts, purchase_moves }: Seen,
  { grant: id, begun }: About<'taken back'>,
): void {
  const row = numbered(grants, id);
  const isGift = gifts.some((gift) => gift['purchase_id'] === row?.['purchase_id']);
  if (isGift && Date.parse(String(row?.['granted_at'])) >= begun) return;
  const isUndone = purchase_moves.some(
    (move) => move['purchase_id'] === row?.['purchase_id'] && move['from_email'] === move['to_email'],
  );
  if (row && row['revoked_at'] === null && !isUndone) story.breaks(rule, `the grant ${id} is not taken back`);
}

/** Each line of an imported file unlocks its products, unless an import was revoked since. */
export function checkBroughtIn(
  { record, story, people }: World,
  { grants }: Seen,
  promise: About<'brought in'>,
): void {
  if ([...record.undoing.values()].flat().some((at) => at >= promise.begun)) return;
  for (const { email, adventure } of promise.lines) {
    const who = people.find(({ emails }) => emails.has(email));
    if (who && record.erasures.has(who.user.sub)) continue;
    const isThere = grants.some(
      (row) =>
        row['import_id'] !== null &&
        row['adventure_id'] === adventure &&
        (row['account_id'] === null ? row['email'] === email : row['account_id'] === who?.user.sub),
    );
    if (!isThere) story.breaks(rule, `${adventure} was brought in for ${email}, and is not there`);
  }
}

export function checkImportUndone({ story }: World, { grants }: Seen, { id }: About<'import undone'>): void {
  const left = grants.find((row) => Number(row['import_id']) === id && row['revoked_at'] === null);
  if (left) story.breaks(rule, `of the import ${id} the grant ${left['id']} is left`);
}

/** Every line counts once, however often its file was imported. */
export function checkImports({ story }: World, { grants, imports, import_entries: entries }: Seen): void {
  for (const { id, undone_at: undoneAt } of imports) {
    const lines = entries.filter((row) => row['import_id'] === id).length;
    const given = grants.filter((row) => row['import_id'] === id && row['revoked_at'] === null).length;
    if (given > lines || (undoneAt !== null && lines > 0))
      story.breaks('imports: each line counts once', `import ${id} has ${lines} lines and ${given} grants`);
  }
}
