import { describe, expect, it } from 'vitest';
import { createCipher } from './cipher.ts';

const oldKey = 'an-old-key-of-thirty-two-characters';
const newKey = 'a-new-key-of-thirty-two-characters!';

describe('the cipher for secrets at rest', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const cipher = createCipher([newKey]);
    const first = cipher.encrypt('refresh token', 'account-1');
    expect(cipher.decrypt(first, 'account-1')).toBe('refresh token');
    expect(Buffer.from(first).equals(Buffer.from(cipher.encrypt('refresh token', 'account-1')))).toBe(false);
    expect(Buffer.from(first).includes('refresh token')).toBe(false);
  });

  it('does not open a secret that was moved to another row', () => {
    const cipher = createCipher([newKey]);
    expect(cipher.decrypt(cipher.encrypt('refresh token', 'account-1'), 'account-2')).toBeNull();
  });

  it('does not open altered bytes', () => {
    const cipher = createCipher([newKey]);
    const sealed = cipher.encrypt('refresh token', 'account-1');
    sealed[sealed.length - 1] = (sealed[sealed.length - 1] ?? 0) ^ 1;
    expect(cipher.decrypt(sealed, 'account-1')).toBeNull();
  });

  it('does not open bytes that were cut short, wherever', () => {
    const cipher = createCipher([newKey]);
    const sealed = cipher.encrypt('refresh token', 'account-1');
    for (let length = 0; length < sealed.length; length++)
      expect(cipher.decrypt(sealed.subarray(0, length), 'account-1')).toBeNull();
  });

  it('lets a new key replace an old one: both open, the first seals, a dropped one no longer opens', () => {
    const sealedBefore = createCipher([oldKey]).encrypt('refresh token', 'account-1');
    const during = createCipher([newKey, oldKey]);
    expect(during.decrypt(sealedBefore, 'account-1')).toBe('refresh token');
    const sealedDuring = during.encrypt('refresh token', 'account-1');
    const after = createCipher([newKey]);
    expect(after.decrypt(sealedDuring, 'account-1')).toBe('refresh token');
    expect(after.decrypt(sealedBefore, 'account-1')).toBeNull();
  });
});
