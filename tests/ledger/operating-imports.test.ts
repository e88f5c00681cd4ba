import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import { listImports, previewImport, previewUndo, runImport, undoImport } from '#server/operating/imports.ts';
import type { OperatorNeeds } from '#server/operating/operator-action.ts';
import { anna } from '#tests/support/accounts.ts';
import { type LedgerVerbs, ledgerVerbs } from '#tests/support/ledger-verbs.ts';
import { engines } from '../support/engines.ts';
import { at, atDesk, later } from '../support/operators-desk.ts';

describe.each(engines)('imports on $engine', ({ open }) => {
  let ledger: LedgerVerbs;
  let needs: OperatorNeeds;
  let recorded: ReturnType<typeof atDesk>['recorded'];
  beforeEach(async () => {
    ledger = ledgerVerbs(await open(() => at));
    ({ needs, recorded } = atDesk(ledger, () => at));
  });
  afterEach(() => ledger.close());

  it('brings lines in once, and takes an import back: unclaimed grants vanish, claimed ones are revoked', async () => {
    const entries = ['one', 'two', 'two'].map((key, index) => ({
      ...{ key, email: index === 0 ? anna.email : 'bo@example.com', grantedAt: at },
      adventureIds: ['fod', 'fist'] as const,
    }));
    expect(await previewImport(needs, entries)).toEqual({ new: 2, already: 1 });
    const progress: number[][] = [];
    const run = () =>
      runImport(needs, 'backers', 'list.csv', entries, (done, total) => progress.push([done, total]));
    const { importId, ...result } = await run();
    if (importId === null) throw new Error('Nothing was brought in');
    expect(result).toEqual({ added: 2, already: 1 });
    expect(await run()).toEqual({ importId: null, added: 0, already: 3 });
    expect(progress).toEqual([[2, 2]]);
    const more = [...entries, { ...entries[0], key: 'new', email: 'cy@example.com' } as (typeof entries)[0]];
    expect(await previewImport(needs, more)).toEqual({ new: 1, already: 3 });
    expect(await ledger.ownedGrants(anna, later)).toHaveLength(2);
    const record = {
      ...{ id: importId, kind: 'backers', name: 'list.csv', startedAt: at, startedBy: 'operator:kim' },
      ...{ finishedAt: at, undoneAt: null, undoneBy: null, entries: 2, grants: 4 },
    };
    expect(await listImports(needs)).toEqual([record]);
    expect(await previewUndo(needs, importId)).toBe(4);
    expect(await undoImport(needs, importId, 'wrong file')).toEqual({ removed: 2, revoked: 2 });
    await expect(undoImport(needs, importId, null)).rejects.toThrow('could be undone');
    expect(await listImports(needs)).toEqual([
      { ...record, entries: 0, grants: 0, undoneAt: at, undoneBy: 'operator:kim' },
    ]);
    const history = (await listGrants(needs, anna.email)).map(
      ({ origin, revokedReason, history: events }) => [
        ...[origin, revokedReason, events.map(({ what, actor }) => [what, actor])],
      ],
    );
    const events = [
      ['granted', 'operator:kim'],
      ['claimed', 'account'],
      ['revoked', 'operator:kim'],
    ];
    expect(history).toEqual(Array(2).fill([`import ${importId}`, 'import_undone', events]));
    expect(await listGrants(needs, 'bo@example.com')).toEqual([]);
    expect((await recorded()).slice(0, 4)).toEqual([
      ['imports.run', `import ${importId}`, null, { kind: 'backers', name: 'list.csv', lines: 2 }],
      ['imports.list', null, null, {}],
      ['imports.undo', `import ${importId}`, 'wrong file', { removed: 2, revoked: 2 }],
      ['imports.list', null, null, {}],
    ]);
  });

  it('what was revoked before an import is taken back stays, and says why somebody lost it', async () => {
    const entry = { key: 'one', email: anna.email, adventureIds: ['fod', 'fist'] as const, grantedAt: at };
    const { importId } = await runImport(needs, 'backers', 'list.csv', [entry], () => undefined);
    const [first] = await listGrants(needs, anna.email);
    await revokeGrant(needs, first?.id ?? 0, 'charged back');
    expect(await previewUndo(needs, importId ?? 0)).toBe(1);
    expect(await undoImport(needs, importId ?? 0, null)).toEqual({ removed: 1, revoked: 0 });
    expect(await listGrants(needs, anna.email)).toMatchObject([
      { id: first?.id, revokedReason: 'operator', history: [{ what: 'granted' }, { what: 'revoked' }] },
    ]);
  });
});
