/**
 * The client's half of the Secure Remote Password protocol (SRP-6a, RFC 5054) in Cognito's variant: the 3072-bit group of RFC 3526,
 * SHA-256, numbers hashed as signed big-endian bytes, the pool's name in front of the user name, and a signature over the challenge
 * keyed by HKDF instead of RFC 5054's proof. The password never leaves the page.
 */
import { hkdf, hmac, joined, sha256 } from './cognito-sha256.ts';

/** The 3072-bit prime of RFC 3526, section 4: 2^3072 - 2^3008 - 1 + 2^64 * (floor(2^2942 pi) + 1690314). */
const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const g = 2n;

const utf8 = (text: string) => new TextEncoder().encode(text);

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** A positive number as signed big-endian bytes: a leading zero byte wherever the first bit would say "negative". */
function signedBytes(value: bigint): Uint8Array {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const signed = /^[89a-f]/.test(even) ? `00${even}` : even;
  return Uint8Array.from(signed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/** What one sign-in keeps between its two calls. */
export interface SrpStart {
  secret: bigint;
  /** The client's public number, in hexadecimal. */
  A: string;
}

/** Draws this sign-in's number, of 256 bits (RFC 5054, section 3.1). */
export function beginSrp(): SrpStart {
  const secret = numberOf(crypto.getRandomValues(new Uint8Array(32)));
  return { secret, A: power(g, secret).toString(16) };
}

/** What the service asks with, in its own names and forms. */
export interface SrpQuestion {
  SRP_B: string;
  SALT: string;
  /** In base64. */
  SECRET_BLOCK: string;
  USER_ID_FOR_SRP: string;
}

/**
 * The proof of knowing the password, in base64.
 * @param poolName the part of the pool's id after `_`
 * @param timestamp as `srpTimestamp` writes it; the service wants it along with the proof
 * @throws {RangeError} for a number with which the server could learn the password (RFC 5054, sections 2.5.3 and 2.5.4)
 */
export function srpProof(
  start: SrpStart,
  { poolName, password }: { poolName: string; password: string },
  { SRP_B, SALT, SECRET_BLOCK, USER_ID_FOR_SRP }: SrpQuestion,
  timestamp: string,
): string {
  const B = BigInt(`0x${SRP_B}`);
  const u = numberOf(sha256(joined(signedBytes(BigInt(`0x${start.A}`)), signedBytes(B))));
  if (B % N === 0n || u === 0n) throw new RangeError('The service sent a number that is not safe to answer.');
  const k = numberOf(sha256(joined(signedBytes(N), signedBytes(g))));
  const person = sha256(utf8(`${poolName}${USER_ID_FOR_SRP}:${password}`));
  const x = numberOf(sha256(joined(signedBytes(BigInt(`0x${SALT}`)), person)));
  // One multiple of N more keeps the difference above zero.
  const S = power(B + N - ((k * power(g, x)) % N), start.secret + u * x);
  const key = hkdf(signedBytes(S), signedBytes(u), 'Caldera Derived Key', 16);
  const block = Uint8Array.from(atob(SECRET_BLOCK), (character) => character.charCodeAt(0));
  const proof = hmac(key, joined(utf8(poolName), utf8(USER_ID_FOR_SRP), block, utf8(timestamp)));
  return btoa(String.fromCharCode(...proof));
}

/** A moment as the service wants it, in UTC: `Sat Mar 1 09:05:02 UTC 2025`. */
export function srpTimestamp(moment: Date): string {
  const [weekday, day, month, year, time] = moment.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
