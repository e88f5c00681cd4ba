/**
 * SHA-256 (FIPS 180-4), HMAC (RFC 2104) and the one block of HKDF (RFC 5869) that a sign-in needs. Browsers have them too, but on https
 * and localhost only: the shop is also tried out on a phone at an address of the local network.
 */

/** The first 32 bits behind the point of the n-th root of the first primes, which the standard begins and mixes with. */
function rootsOfPrimes(count: number, root: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  return primes.map((prime) => (prime ** (1 / root) * 2 ** 32) | 0);
}

const start = rootsOfPrimes(8, 2);
const constants = rootsOfPrimes(64, 3);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message with its end marked and its length, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

/** One block's 64 words, the first 16 as they come. */
function schedule(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) words[i] = view.getInt32(offset + i * 4);
    else {
      const [early, late] = [words[i - 15] as number, words[i - 2] as number];
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
    }
  }
  return words;
}

/** @param message less than half a gigabyte */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = Int32Array.from(start);
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const words = schedule(view, offset);
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      ...[number, number, number, number],
      ...[number, number, number, number],
    ];
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word);
  return new Uint8Array(digest.buffer);
}

/** Several byte strings as one. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC-SHA-256. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > 64 ? sha256(key) : key;
  const block = new Uint8Array(64);
  block.set(short);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** HKDF with SHA-256, at most 32 bytes of it. */
export function hkdf(secret: Uint8Array, salt: Uint8Array, info: string, length: number): Uint8Array {
  const key = hmac(salt, secret);
  return hmac(key, joined(new TextEncoder().encode(info), Uint8Array.of(1))).slice(0, length);
}
