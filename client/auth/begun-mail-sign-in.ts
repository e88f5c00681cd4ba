import { fieldsOf, tabMemory } from '#client/tab-memory.ts';

/** As long as somebody may still look for the code in their mail. */
const mattersMs = 15 * 60 * 1000;

/**
 * Who was mailed a code to sign in with from this tab. The sign-in that it belongs to lives in the page alone: whoever comes
 * back from their mail to a page that their phone has loaded again needs another one, and is told so.
 */
const memory = tabMemory('begun-mail-sign-in', (value): value is { username: string; mailedAt: number } => {
  const { username, mailedAt } = fieldsOf(value);
  return typeof username === 'string' && typeof mailedAt === 'number';
});

/** A code went out. @param now milliseconds since the epoch */
export const keepMailSignIn = (username: string, now: number): void =>
  memory.keep({ username, mailedAt: now });

/** The user name, or `null` when no code was mailed lately. @param now milliseconds since the epoch */
export function readMailSignIn(now: number): string | null {
  const begun = memory.read();
  return begun && Math.abs(now - begun.mailedAt) < mattersMs ? begun.username : null;
}

/** Somebody is signed in, or another account is to be. */
export const forgetMailSignIn = memory.forget;
