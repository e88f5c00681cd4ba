import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The server's half of the Secure Remote Password protocol (SRP-6a, RFC 5054) in the service's variant: the 3072-bit
 * group of RFC 3526, SHA-256, numbers hashed as signed big-endian bytes, the pool's name in front of the user name, and
 * a signature over the challenge keyed by HKDF instead of RFC 5054's proof.
 */

/** The 3072-bit prime of RFC 3526, section 4. */
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

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** A positive number as signed big-endian bytes: a leading zero byte wherever the first bit would say "negative". */
export function signedBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function number(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
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

const k = number(sha256(signedBytes(N), signedBytes(g)));

/** What is stored of a password: neither number reveals it. Both in hexadecimal. */
export interface Verifier {
  salt: string;
  verifier: string;
}

/** Whose password it is: the pool's name (the part of its id after `_`) and the user's own name. */
interface Identity {
  poolName: string;
  username: string;
}

function verifierFor({ poolName, username }: Identity, password: string, salt: bigint): bigint {
  const x = number(sha256(signedBytes(salt), sha256(`${poolName}${username}:${password}`)));
  return power(g, x);
}

/** Makes the verifier of a new password, with a fresh 128-bit salt. */
export function makeVerifier(identity: Identity, password: string): Verifier {
  const salt = number(randomBytes(16));
  return { salt: salt.toString(16), verifier: verifierFor(identity, password, salt).toString(16) };
}

/** Numbers for an account that does not exist: always the same salt, and a verifier that no password matches. */
export function simulatedVerifier({ poolName, username }: Identity): Verifier {
  const seed = sha256(`${poolName}${username.toLowerCase()}`);
  return {
    salt: number(seed.subarray(0, 16)).toString(16),
    verifier: power(g, number(randomBytes(32))).toString(16),
  };
}

/** Whether this is the password the verifier was made of, for sign-ins that send the password itself. */
export function passwordMatches(identity: Identity, password: string, kept: Verifier): boolean {
  return verifierFor(identity, password, BigInt(`0x${kept.salt}`)) === BigInt(`0x${kept.verifier}`);
}

/** The server's secret and public numbers of one sign-in, in hexadecimal. */
export interface ServerNumbers {
  b: string;
  B: string;
}

/** Draws the server's numbers for one sign-in. */
export function serverNumbers(kept: Verifier): ServerNumbers {
  const b = number(randomBytes(32));
  const B = (k * BigInt(`0x${kept.verifier}`) + power(g, b)) % N;
  return { b: b.toString(16), B: B.toString(16) };
}

/** Whether a client's public number may be used: hexadecimal and not a multiple of N (RFC 5054, section 2.5.4). */
export function isUsableA(A: string): boolean {
  return /^[0-9a-f]{1,1024}$/i.test(A) && BigInt(`0x${A}`) % N !== 0n;
}

/** One sign-in's challenge and the client's signature of it. */
interface Claim extends Identity {
  kept: Verifier;
  server: ServerNumbers;
  /** The client's public number, in hexadecimal. */
  A: string;
  /** Base64. */
  secretBlock: string;
  /** As the client wrote it, for example `Sat Mar 1 09:05:02 UTC 2025`. */
  timestamp: string;
  /** Base64. */
  signature: string;
}

/** Whether the client knew the password: only then is its signature made with the same key as ours. */
export function claimHolds(claim: Claim): boolean {
  const A = BigInt(`0x${claim.A}`);
  const u = number(sha256(signedBytes(A), signedBytes(BigInt(`0x${claim.server.B}`))));
  const S = power(A * power(BigInt(`0x${claim.kept.verifier}`), u), BigInt(`0x${claim.server.b}`));
  const key = hkdfSync('sha256', signedBytes(S), signedBytes(u), 'Caldera Derived Key', 16);
  const expected = createHmac('sha256', Buffer.from(key))
    .update(claim.poolName)
    .update(claim.username)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
