import type { PoolUser } from './actors/pool.ts';
import type { Plan } from './plan.ts';

export const names = ['Anna', 'Bo', 'Cleo', 'Dag', 'Elsa', 'Finn'] as const;
export const nameOf = (who: number): string => names[who % names.length] ?? names[0];

/** A claim link in somebody's hands. */
export interface HeldToken {
  token: string;
  order: string;
}

/** Somebody with an account, a browser, and whatever they were given. */
export interface Person {
  name: string;
  /** Their client's IP address. */
  address: string;
  user: PoolUser;
  /** Every address that was their account's, the present one among them. */
  emails: Set<string>;
  /** What their browser keeps: the ids in its two cookies, and the orders they went to pay. */
  browserId: string | null;
  sessionId: string | null;
  /** How they deleted the account, where the shop must come to know of it: there, or in the app while it had a session of theirs. */
  deleted: 'in the shop' | 'in the app' | null;
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
      isDeleted: false,
    },
    emails: new Set([email]),
    ...{ browserId: null, sessionId: null, deleted: null, orders: [], tokens: [], codes: [] },
  };
}
