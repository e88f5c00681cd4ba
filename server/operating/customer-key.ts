// How operators name a customer: by e-mail address, account id or user name.

import type { Owner } from '#server/identity/leaving.ts';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { Refusal } from '#server/refusal.ts';
import { isAccountId } from '#shared/account-id.ts';
import { wholeAddressIn } from '#shared/whole-address.ts';
import type { OperatorNeeds } from './operator-action.ts';

/**
 * Parses a customer's name: an e-mail address, or the account's id at the identity service. The other one is `null`, which
 * equals nothing in SQL.
 * @throws {Refusal} when it is neither: an address without its @ would give a grant to nobody
 */
export function customerKey(typed: string): Owner {
  if (typed.includes('@')) {
    const email = wholeAddressIn(typed);
    if (email !== null) return { accountId: null, email };
    throw new Refusal(
      'invalid_email',
      `"${typed}" is no whole e-mail address. "orders find" takes a part of one.`,
      'email',
    );
  }
  const named = typed.trim();
  // The user pool writes its ids in lower case: in any other they are nobody's.
  const accountId = isAccountId(named) ? named.toLowerCase() : named;
  if (accountId === '') throw new Refusal('invalid_request', 'Name an e-mail address or an account id.');
  if (!/^[\w-]+$/.test(accountId)) {
    throw new Refusal(
      'invalid_request',
      `"${accountId}" is neither an e-mail address, which has an @, nor an account id, of letters, digits and hyphens.`,
    );
  }
  return { accountId, email: null };
}

const withUsername = query('SELECT DISTINCT {columns} FROM sessions WHERE username = ?', { accountId: text });

/**
 * A customer as an operator names one: as {@link customerKey}, or by the user name of an account that is signed in on the
 * site, where no other account has the same.
 * @throws {Refusal} as {@link customerKey}
 */
export async function namedCustomer(
  { ledger }: Pick<OperatorNeeds, 'ledger'>,
  typed: string,
): Promise<Owner> {
  const name = typed.trim();
  // Anybody may choose somebody's account id as a user name, or their address as mail shows it.
  const isNoUsername = isAccountId(name) || wholeAddressIn(name) !== null;
  const [account, ...others] = isNoUsername ? [] : await ledger.read(() => withUsername.all(name));
  return account && others.length === 0 ? { ...account, email: null } : customerKey(typed);
}

export const keyText = ({ accountId, email }: Owner): string => email ?? accountId ?? '';
