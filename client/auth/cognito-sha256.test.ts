import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hkdf, hmac, sha256 } from './cognito-sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('SHA-256 as Node has it, for every length around the ends of its blocks', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = randomBytes(length);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
  }
});

test('HMAC as Node has it, with keys below, at and above a block', () => {
  for (const length of [0, 1, 63, 64, 65, 385]) {
    const [key, message] = [randomBytes(length), randomBytes(100)];
    expect(hex(hmac(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('HKDF as Node has it', () => {
  const [secret, salt] = [randomBytes(385), randomBytes(33)];
  expect(hex(hkdf(secret, salt, 'a purpose', 16))).toBe(
    Buffer.from(hkdfSync('sha256', secret, salt, 'a purpose', 16)).toString('hex'),
  );
});
