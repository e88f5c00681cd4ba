/** A grant that an operator gave, and what is known of whoever has it. */
export interface GivenGrant {
  /** Its number. */
  grant: number;
  adventureId: string;
  /** `null` while it waits for the owner of the address. */
  accountId: string | null;
  email: string | null;
  /** Accounts that have used the address. */
  accounts: readonly string[];
  /** Whether anything but this grant is known of them. */
  isKnown: boolean;
}

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
