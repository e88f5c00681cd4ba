import { describe, expect, it } from 'vitest';
import {
  isUsableA,
  makeVerifier,
  passwordMatches,
  serverNumbers,
  signedBytes,
  simulatedVerifier,
} from './srp.ts';

const identity = { poolName: 'TestPool1', username: 'anna' };

/** The whole part of 2^bits times pi, by 16 arctan(1/5) - 4 arctan(1/239). */
function scaledPi(bits: bigint): bigint {
  const one = 1n << (bits + 64n);
  const arctan = (x: bigint) => {
    let sum = 0n;
    let power = one / x;
    for (let n = 1n; power > 0n; n += 2n) {
      sum += n % 4n === 1n ? power / n : -(power / n);
      power /= x * x;
    }
    return sum;
  };
  return (16n * arctan(5n) - 4n * arctan(239n)) >> 64n;
}

/** The 3072-bit prime from its formula in RFC 3526, section 4. */
function groupPrime(): bigint {
  return 2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (scaledPi(2942n) + 1690314n);
}

describe('the server half of SRP', () => {
  it('hashes numbers as signed bytes: a zero byte leads wherever the first bit is set', () => {
    expect(signedBytes(0x7fn).toString('hex')).toBe('7f');
    expect(signedBytes(0x80n).toString('hex')).toBe('0080');
    expect(signedBytes(0x123n).toString('hex')).toBe('0123');
    expect(signedBytes(0x8ffn).toString('hex')).toBe('08ff');
  });

  it('keeps of a password a salt and a verifier that only the same password of the same person matches', () => {
    const kept = makeVerifier(identity, 'Adventure-2025');
    expect(JSON.stringify(kept)).not.toContain('Adventure');
    expect(passwordMatches(identity, 'Adventure-2025', kept)).toBe(true);
    expect(passwordMatches(identity, 'Adventure-2024', kept)).toBe(false);
    expect(passwordMatches({ ...identity, username: 'ben' }, 'Adventure-2025', kept)).toBe(false);
    expect(makeVerifier(identity, 'Adventure-2025').salt).not.toBe(kept.salt);
  });

  it('draws new numbers for every sign-in', () => {
    const kept = makeVerifier(identity, 'Adventure-2025');
    expect(serverNumbers(kept)).not.toEqual(serverNumbers(kept));
  });

  it.each([
    ['0', false],
    ['', false],
    ['no number', false],
    ['-5', false],
    ['abcdef', true],
    ['ABCDEF', true],
  ])('takes "%s" as a public number: %s', (A, usable) => {
    expect(isUsableA(A)).toBe(usable);
  });

  it('refuses a public number that is no longer one after division by N: it would fix the session key', () => {
    expect(isUsableA(groupPrime().toString(16))).toBe(false);
    expect(isUsableA((groupPrime() + 1n).toString(16))).toBe(true);
  });

  it('makes up the same salt for the same unknown name, and no password fits it', () => {
    const made = simulatedVerifier(identity);
    expect(simulatedVerifier(identity).salt).toBe(made.salt);
    expect(passwordMatches(identity, '', made)).toBe(false);
  });
});
