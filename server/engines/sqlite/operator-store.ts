import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { Store } from '#server/ledger/store.ts';
import { backupMethods } from './backup.ts';
import { codeBatchMethods } from './code-batches.ts';
import { customerMethods } from './customers.ts';
import { figureMethods } from './figures.ts';
import { importMethods } from './imports.ts';
import { actionMethods } from './operator-actions.ts';
import { operatorOrderMethods } from './operator-orders.ts';

/** What the operator's tools add to the store. */
export function operatorToolMethods(db: Database): Omit<OperatorStore, keyof Store> {
  return {
    ...actionMethods(db),
    ...codeBatchMethods(db),
    ...importMethods(db),
    ...operatorOrderMethods(db),
    ...customerMethods(db),
    ...figureMethods(db),
    ...backupMethods(db),
  };
}
