import { createHmac, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords as authenticator apps make them: RFC 6238 with SHA-1, six digits and steps of 30 seconds. */

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret as text, RFC 4648's base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** @throws {RangeError} for a character that base32 does not have */
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => {
      const value = alphabet.indexOf(letter);
      if (value < 0) throw new RangeError('That is not base32.');
      return value.toString(2).padStart(5, '0');
    })
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a secret at a moment. */
export function totpAt(secret: string, time: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / stepMs)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** How far in steps an app's clock may be off. */
export const acceptedSteps = [-1, 0, 1];

/** Whether a code is a secret's now, or was or will be within a step: clocks differ. */
export function totpIs(secret: string, code: string, now: Date): boolean {
  return acceptedSteps.some((steps) => {
    const right = Buffer.from(totpAt(secret, new Date(now.getTime() + steps * stepMs)));
    const given = Buffer.from(code);
    return right.length === given.length && timingSafeEqual(right, given);
  });
}
