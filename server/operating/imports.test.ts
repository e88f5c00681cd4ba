import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { listGrants, revokeGrant } from './customer-grants.ts';
import {
  type ImportEntry,
  listImports,
  previewImport,
  previewUndo,
  runImport,
  undoImport,
} from './imports.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const line = (key: string, over: Partial<ImportEntry> = {}): ImportEntry => ({
  ...{ key, email: `${key}@example.com`, adventureIds: ['fod'], grantedAt: at },
  ...over,
});
const progress: number[][] = [];
const run = (entries: readonly ImportEntry[], name = 'list.csv') =>
  runImport(desk.needs, 'backers', name, entries, (done, total) => progress.push([done, total]));
const noted = async (entries: readonly ImportEntry[], name?: string): Promise<number> => {
  const { importId } = await run(entries, name);
  if (importId === null) throw new Error('Nothing was brought in');
  return importId;
};
beforeEach(() => {
  progress.length = 0;
});

describe('An import', () => {
  it('says before what would be new: lines count once, whether they stand twice in it or came before', async () => {
    const lines = [line('a'), line('b'), line('a')];
    expect(await previewImport(desk.needs, lines)).toEqual({ new: 2, already: 1 });
    await run([line('a')]);
    expect(await previewImport(desk.needs, lines)).toEqual({ new: 1, already: 2 });
    expect(await previewImport(desk.needs, [])).toEqual({ new: 0, already: 0 });
  });

  it('grants what its lines name, once, however often and in whatever file a line comes', async () => {
    const both = line('a', { email: anna.email, adventureIds: ['fod', 'fist'], grantedAt: new Date(0) });
    expect(await run([both, line('b'), both])).toEqual({ importId: 1, added: 2, already: 1 });
    expect(await run([both, line('c')], 'other.csv')).toEqual({ importId: 2, added: 1, already: 1 });
    expect(await run([both, both])).toEqual({ importId: null, added: 0, already: 2 });
    expect(await listGrants(desk.needs, anna.email)).toMatchObject(
      ['fod', 'fist'].map((adventureId) => ({
        ...{ adventureId, source: 'import', origin: 'import 1', grantedAt: new Date(0) },
        history: [{ what: 'granted', reason: 'import', actor: 'operator:kim', at }],
      })),
    );
    expect(await desk.ledger.ownedGrants(anna, at)).toHaveLength(2);
  });

  it('of a file named after somebody keeps no address, and is still completed by the same file', async () => {
    const name = 'from annika@example.com.csv';
    const failing = runImport(desk.needs, 'backers', name, [line('a')], () => {
      throw new Error('The connection is lost');
    });
    await expect(failing).rejects.toThrow('lost');
    await run([line('a')], name);
    expect(await listImports(desk.needs)).toMatchObject([
      { name: 'from a•••@example.com.csv', finishedAt: at },
    ]);
    expect(JSON.stringify(await desk.recorded())).not.toContain('annika');
  });

  it('is written in pieces of a thousand lines, in the order of their keys, and tells how far it is', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => line(`k${String(index).padStart(4, '0')}`));
    expect(await run([...lines].reverse())).toEqual({ importId: 1, added: 1001, already: 0 });
    expect(progress).toEqual([
      [1000, 1001],
      [1001, 1001],
    ]);
    // Each transaction queues under the imports: its beginning, and its pieces.
    expect(desk.locks).toEqual(Array(3).fill(['imports']));
    const first = await listGrants(desk.needs, 'k0000@example.com');
    const last = await listGrants(desk.needs, 'k1000@example.com');
    expect((last[0]?.id ?? 0) - (first[0]?.id ?? 0)).toBe(1000);
    // News in the second thousand alone are found as well.
    expect(await run([...lines, line('z')])).toEqual({ importId: 2, added: 1, already: 1001 });
    expect(await run(lines)).toEqual({ importId: null, added: 0, already: 1001 });
  });

  it('that finds nothing new changes nothing and leaves no trace', async () => {
    expect(await run([])).toEqual({ importId: null, added: 0, already: 0 });
    expect(await listImports(desk.needs)).toEqual([]);
    expect(await desk.recorded()).toEqual([['imports.list', null, null, {}]]);
    expect(progress).toEqual([]);
  });

  it('that was interrupted has no end, and is completed by running it again', async () => {
    const failing = runImport(desk.needs, 'purchases', 'old.csv', [line('a')], () => {
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    const begun = { kind: 'purchases', name: 'old.csv', startedAt: at, startedBy: 'operator:kim' };
    expect(await listImports(desk.needs)).toMatchObject([{ ...begun, finishedAt: null, entries: 1 }]);
    desk.turnTo(later);
    const again = (lines: ImportEntry[], name: string) =>
      runImport(desk.needs, 'purchases', name, lines, () => undefined);
    await again([line('c')], 'other.csv');
    expect(await listImports(desk.needs)).toMatchObject([{ id: 2 }, { id: 1, finishedAt: null }]);
    expect(await again([line('a'), line('b')], 'old.csv')).toEqual({ importId: 3, added: 1, already: 1 });
    expect(await listImports(desk.needs)).toMatchObject([{ id: 3 }, { id: 2 }, { id: 1, finishedAt: later }]);
  });

  it('that was interrupted after its last line ends when its file is brought in again, though nothing of it is new', async () => {
    const failing = runImport(desk.needs, 'purchases', 'old.csv', [line('a')], () => {
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    desk.turnTo(later);
    await runImport(desk.needs, 'purchases', 'old.csv', [line('a')], () => undefined);
    expect(await listImports(desk.needs)).toMatchObject([{ id: 1, finishedAt: later }]);
  });

  it('is listed, the newest first, with what of it is still there', async () => {
    await noted([line('a', { adventureIds: ['fod', 'fist'] }), line('b')]);
    desk.turnTo(later);
    await noted([line('c')], 'other.csv');
    const [{ id } = { id: 0 }] = await listGrants(desk.needs, 'b@example.com');
    await revokeGrant(desk.needs, id, 'a mistake');
    const usual = { kind: 'backers', startedBy: 'operator:kim', undoneAt: null, undoneBy: null };
    expect(await listImports(desk.needs)).toEqual([
      { ...usual, id: 2, name: 'other.csv', startedAt: later, finishedAt: later, entries: 1, grants: 1 },
      { ...usual, id: 1, name: 'list.csv', startedAt: at, finishedAt: at, entries: 2, grants: 2 },
    ]);
    expect((await desk.recorded())[0]).toEqual([
      ...['imports.run', 'import 1', null, { kind: 'backers', name: 'list.csv', lines: 2 }],
    ]);
  });
});

describe('An import that is taken back', () => {
  it('loses what nobody has claimed without a trace, and revokes what somebody has', async () => {
    const id = await noted([line('a', { email: anna.email, adventureIds: ['fod', 'fist'] }), line('b')]);
    await noted([line('c')]);
    await desk.ledger.ownedGrants(anna, at);
    desk.turnTo(later);
    expect(await previewUndo(desk.needs, id)).toBe(3);
    expect(await undoImport(desk.needs, id, 'wrong file')).toEqual({ removed: 1, revoked: 2 });
    expect(await listGrants(desk.needs, 'b@example.com')).toEqual([]);
    expect(await listGrants(desk.needs, 'c@example.com')).toHaveLength(1);
    const claimed = await listGrants(desk.needs, anna.email);
    expect(claimed).toMatchObject(Array(2).fill({ revokedAt: later, revokedReason: 'import_undone' }));
    expect(claimed.map(({ history }) => history.at(-1))).toEqual(
      Array(2).fill({
        ...{ what: 'revoked', reason: 'import_undone', actor: 'operator:kim', eventId: null, at: later },
      }),
    );
    expect(await listImports(desk.needs)).toMatchObject([
      { id: 2, undoneAt: null, entries: 1 },
      { id: 1, undoneAt: later, undoneBy: 'operator:kim', entries: 0, grants: 0 },
    ]);
    expect((await desk.recorded()).filter(([action]) => action === 'imports.undo')).toEqual([
      ['imports.undo', 'import 1', 'wrong file', { removed: 1, revoked: 2 }],
    ]);
  });

  it('leaves alone what was revoked before: it says why somebody lost something', async () => {
    const id = await noted([line('a'), line('b', { email: anna.email })]);
    await desk.ledger.ownedGrants(anna, at);
    for (const owner of ['a@example.com', anna.email]) {
      const [grant] = await listGrants(desk.needs, owner);
      await revokeGrant(desk.needs, grant?.id ?? 0, 'a mistake');
    }
    expect(await undoImport(desk.needs, id, null)).toEqual({ removed: 0, revoked: 0 });
    for (const owner of ['a@example.com', anna.email]) {
      expect(await listGrants(desk.needs, owner)).toMatchObject([{ revokedReason: 'operator' }]);
    }
  });

  it('may be brought in again: its lines are new once more', async () => {
    const id = await noted([line('a')]);
    await undoImport(desk.needs, id, null);
    expect(await run([line('a')])).toEqual({ importId: 2, added: 1, already: 0 });
    expect(await listGrants(desk.needs, 'a@example.com')).toHaveLength(1);
  });

  it('while it still runs stops there: nothing comes after what was taken back', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => line(`k${String(index).padStart(4, '0')}`));
    let undone: ReturnType<typeof undoImport> | undefined;
    const running = runImport(desk.needs, 'backers', 'list.csv', lines, () => {
      undone ??= undoImport(desk.needs, 1, 'wrong file');
    });
    const message = expect.stringContaining('Import 1 was taken back while it ran');
    await expect(running).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(await undone).toEqual({ removed: 1000, revoked: 0 });
    const nothing = { undoneAt: at, finishedAt: null, entries: 0, grants: 0 };
    expect(await listImports(desk.needs)).toMatchObject([nothing]);
    expect(await run(lines)).toEqual({ importId: 2, added: 1001, already: 0 });
  });

  it('after its last line, but before its end, is not called finished', async () => {
    let undone: ReturnType<typeof undoImport> | undefined;
    const running = runImport(desk.needs, 'backers', 'list.csv', [line('a')], () => {
      undone = undoImport(desk.needs, 1, null);
    });
    await expect(running).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await undone).toEqual({ removed: 1, revoked: 0 });
    expect(await listImports(desk.needs)).toMatchObject([{ undoneAt: at, finishedAt: null }]);
  });

  it('is taken back once, and queues under the imports', async () => {
    const id = await noted([line('a')]);
    desk.locks.length = 0;
    await undoImport(desk.needs, id, null);
    expect(desk.locks).toEqual([['imports']]);
    for (const gone of [id, 4711]) {
      const refusal = { code: 'not_found', message: `There is no import ${gone} that could be undone.` };
      await expect(undoImport(desk.needs, gone, null)).rejects.toMatchObject(refusal);
      await expect(previewUndo(desk.needs, gone)).rejects.toMatchObject(refusal);
    }
  });
});
