// Handlers of the calls of the operator's page about imports.

import { bringIn, readImportFile } from '#server/operating/bring-in-file.ts';
import { checkedReason } from '#server/operating/checked-input.ts';
import { listImports, undoImport } from '#server/operating/imports.ts';
import type { FileFault } from '#server/operating/table-file.ts';
import * as endpoints from '#shared/endpoints.ts';
import type { Handlers } from '../mount-calls.ts';
import { type NeedsOf, numberIn } from './operator-needs.ts';

/** Most bad lines in an answer, of each kind. */
const mostLines = 100;

export function operatorImportCalls(by: NeedsOf) {
  return {
    async [endpoints.operatorImports]({ account }) {
      return { imports: await listImports(by(account)) };
    },
    async [endpoints.operatorNewImport]({ account, body }) {
      const { kind, name, content, columns, rewards, paidStates, dryRun, skipBadLines } = body;
      const needs = by(account);
      const bytes = Buffer.from(content, 'base64');
      const said = { columns, rewards, paidStates };
      const file = readImportFile(kind, { name, bytes }, said, needs.clock());
      const result = await bringIn(needs, file, { dryRun, skipBadLines });
      const { changed, already } = result;
      return {
        encoding: file.encoding,
        changed,
        already,
        importId: result.changed ? result.importId : null,
        fresh: result.changed ? result.added : result.new,
        unpaid: some(file.unpaid),
        faults: some(file.faults),
      };
    },
    [endpoints.operatorImportUndo]: ({ parameters, account, body: { reason } }) =>
      undoImport(by(account), numberIn(parameters.id), checkedReason(reason)),
  } satisfies Partial<Handlers>;
}

const some = (lines: readonly FileFault[]) => ({ count: lines.length, first: lines.slice(0, mostLines) });
