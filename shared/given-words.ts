import type { GivenGrant } from './api/customers.ts';

/** What an operator reads about a grant that they gave, on the command line and on the operator's page. */
export function givenText({ adventureId, accountId, email, accounts, isKnown }: GivenGrant): string {
  if (accountId !== null) {
    const doubt = isKnown ? '' : ' Nothing else is known of this account: make sure that its id is right.';
    return `${adventureId} is on account ${accountId}.${doubt}`;
  }
  const given = `${adventureId} is given to ${email}.`;
  if (!isKnown) return `${given} Nothing else is known of this address: it waits until its owner logs in.`;
  const seen = accounts.length > 0 ? ` Seen with this address: account ${accounts.join(' and ')}.` : '';
  return `${given} It waits until its owner logs in.${seen}`;
}
