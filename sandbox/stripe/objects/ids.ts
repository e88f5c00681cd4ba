import { randomInt } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id as Stripe writes them, for example `pi_3Xq…`. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
