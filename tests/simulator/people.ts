import type { PoolUser } from './actors/pool.ts';
import type { Plan } from './plan.ts';

export const names = ['Anna', 'Bo', 'Cleo', 'Dag', 'Elsa', 'Finn'] as const;
export const nameOf = (who: number): string => names[who % names.length] ?? names[0];

/** A claim link that a person has. */
export interface HeldToken {
  token: string;
  order: string;
}

/** A person with an account, a browser, and the links and codes that they got. */
export interface Person {
  name: string;
  /** Their client's IP address. */
  address: string;
  user: PoolUser;
  /** All addresses that the account has had, including the present one. */
  emails: Set<string>;
  /** The browser's state: the ids in its two cookies, and the checkouts that were started in it. */
  browserId: string | null;
  sessionId: string | null;
  /** Whether they deleted the account in the app while the shop had a session of theirs, by which it learns of it. */
  leftASession: boolean;
  orders: string[];
  tokens: HeldToken[];
  codes: string[];
}

export function newPeople({ people }: Plan): Person[] {
  return Array.from({ length: people }, (_, who) => newPerson(who));
}

function newPerson(who: number): Person {
  const name = nameOf(who);
  const email = `${name.toLowerCase()}@example.com`;
  return {
    ...{ name, address: `203.0.113.${who + 1}` },
    user: {
      sub: `sub-of-${name.toLowerCase()}-${who}`,
      username: name.toLowerCase(),
      email,
      deletedBy: null,
    },
    emails: new Set([email]),
    ...{ browserId: null, sessionId: null, leftASession: false, orders: [], tokens: [], codes: [] },
  };
}
