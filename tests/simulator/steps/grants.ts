import { bringIn, readImportFile } from '#server/operating/bring-in-file.ts';
import { giveGrant, revokeGrant } from '#server/operating/customer-grants.ts';
import { undoImport } from '#server/operating/imports.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { keep, noteAt } from '../record.ts';
import type { Scene } from '../steps.ts';
import { command, why } from './operators.ts';

/** Operators' grants and revocations: single unlocks, and imports of backers. */

/** Grants somebody an adventure, by account or address, perhaps by two operators at once. */
export async function givesUnlock(scene: Scene): Promise<void> {
  const { world, person, pick, percent } = scene;
  const { record, time } = world;
  const adventure = pick(adventureIds);
  if (adventure === undefined) return;
  const { sub, email } = person.user;
  const typed = percent(50) ? sub : email;
  const begun = time.now;
  const times = percent(30) ? 2 : 1;
  const given = await Promise.all(
    Array.from({ length: times }, () =>
      command(scene, `gives ${typed} ${adventure}`, (needs) => giveGrant(needs, typed, adventure, why)),
    ),
  );
  for (const grant of given) {
    if (grant === null) continue;
    keep(record, {
      ...{ at: time.now, begun, who: 'the operator', kind: 'given', grant, adventure, sub },
      email: typed === email ? email : null,
    });
  }
}

/** Revokes an unlock of any source. */
export async function takesUnlock(scene: Scene): Promise<void> {
  const { world, pickLate } = scene;
  const { grants } = await world.look(['grants']);
  const id = pickLate(grants.filter((row) => row['revoked_at'] === null).map((row) => Number(row['id'])));
  if (id === undefined) return;
  world.record.takenBack.add(id);
  const begun = world.time.now;
  const done = await command(scene, `takes the grant ${id} back`, async (needs) => {
    await revokeGrant(needs, id, why);
    return true;
  });
  if (done)
    keep(world.record, { at: world.time.now, begun, who: 'the operator', kind: 'taken back', grant: id });
}

/** Imports a file of backers, which may have been imported before, or in part; perhaps by two operators at once. */
export async function bringsIn(scene: Scene): Promise<void> {
  const { world, among, percent } = scene;
  const { record, time, people } = world;
  const number = 1 + among(4);
  // A file always has the same lines, and some files share lines.
  const lines = people.slice(number % 2).map(({ name }, who) => ({
    email: `${name.toLowerCase()}@example.com`,
    adventure: adventureIds[(who + (number >> 1)) % adventureIds.length] ?? '',
  }));
  const text = ['Email,Reward', ...lines.map(({ email, adventure }) => `${email},${adventure}`)].join('\n');
  const name = `backers-${number}.csv`;
  const begun = time.now;
  const times = percent(30) ? 2 : 1;
  const brought = await Promise.all(
    Array.from({ length: times }, () =>
      command(scene, `brings in ${name}`, (needs) => {
        const file = { name, bytes: Buffer.from(text) };
        const read = readImportFile(
          'backers',
          file,
          { columns: [], rewards: [], paidStates: [] },
          needs.clock(),
        );
        return bringIn(needs, read, { dryRun: false, skipBadLines: false });
      }),
    ),
  );
  if (brought.some((result) => result !== null))
    keep(record, { at: time.now, begun, who: 'the operator', kind: 'brought in', lines });
}

/** Revokes an import. */
export async function takesImportBack(scene: Scene): Promise<void> {
  const { world, pickLate } = scene;
  const { imports } = await world.look(['imports']);
  const id = pickLate(imports.filter((row) => row['undone_at'] === null).map((row) => Number(row['id'])));
  if (id === undefined) return;
  const begun = world.time.now;
  noteAt(world.record.undoing, String(id), begun);
  const undone = await command(scene, `takes the import ${id} back`, (needs) => undoImport(needs, id, why));
  noteAt(world.record.undoing, String(id), world.time.now);
  if (undone)
    keep(world.record, { at: world.time.now, begun, who: 'the operator', kind: 'import undone', id });
}
