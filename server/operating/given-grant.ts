// Who has a grant that was just given, for operators: a mistyped address or account id is one of which nothing is known.

import type { Ledger } from '#server/ledger/ledger.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import type { GivenGrant } from '#shared/api/customers.ts';
import { accountsOf, identitiesOf } from './customer-identities.ts';
import { mentionsOf } from './customer-mentions.ts';

const ownerOf = query('SELECT {columns} FROM grants WHERE id = ?', {
  adventureId: text,
  accountId: nullable(text),
  email: nullable(text),
});

/** Who has a grant, and what is known of them besides. No look-up of its own in the audit log: it belongs to the giving. */
export function givenGrant({ ledger }: { ledger: Ledger }, grant: number): Promise<GivenGrant> {
  return ledger.snapshot(function* () {
    const { adventureId, ...owner } = yield* ownerOf.one(grant);
    const seen = yield* identitiesOf(owner, grant);
    const isKnown = seen.length > 0 || (yield* mentionsOf(owner.email)).length > 0;
    return { grant, adventureId, ...owner, accounts: accountsOf(seen), isKnown };
  });
}
