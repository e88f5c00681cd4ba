import { fieldsOf, tabMemory } from '#client/tab-memory.ts';

/** A reset code that was mailed on a request from this tab, and may not have been entered yet. */
interface SentResetCode {
  username: string;
  /** Where the code went, masked by the service, if it said so. */
  destination: string | null;
}

/** How long a code works. */
const lastsMs = 60 * 60 * 1000;

/**
 * For people who go to their mail and come back to a page that their phone has loaded again. Another code would send them
 * to their mail once more.
 */
const memory = tabMemory('sent-reset-code', (value): value is SentResetCode & { sentAt: number } => {
  const { username, destination, sentAt } = fieldsOf(value);
  const isNamed = destination === null || typeof destination === 'string';
  return typeof username === 'string' && isNamed && typeof sentAt === 'number';
});

/** Stores it across a reload. @param now milliseconds since the epoch */
export const keepSentResetCode = ({ username, destination }: SentResetCode, now: number): void =>
  memory.keep({ username, destination, sentAt: now });

/** What was kept, or `null` when there is none that could still work. @param now milliseconds since the epoch */
export function readSentResetCode(now: number): SentResetCode | null {
  const sent = memory.read();
  if (!sent || Math.abs(now - sent.sentAt) >= lastsMs) return null;
  return { username: sent.username, destination: sent.destination };
}

/** The password is changed, or another code is requested instead. */
export const forgetSentResetCode = memory.forget;
