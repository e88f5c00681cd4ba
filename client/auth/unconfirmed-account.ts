import { fieldsOf, tabMemory } from '#client/tab-memory.ts';

/** An account created in this tab whose code was not typed yet. The password is not kept. */
interface UnconfirmedAccount {
  username: string;
  /** Where the code went, as it is shown. */
  destination: string;
}

/** For people who go to their mail and come back to a reloaded page. */
const memory = tabMemory('unconfirmed-account', (value): value is UnconfirmedAccount => {
  const { username, destination } = fieldsOf(value);
  return typeof username === 'string' && typeof destination === 'string';
});

export const keepUnconfirmed = memory.keep;
export const readUnconfirmed = memory.read;
/** The account is confirmed, or another one is made instead. */
export const forgetUnconfirmed = memory.forget;
