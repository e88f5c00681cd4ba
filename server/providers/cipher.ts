// Encryption at rest of refresh tokens and claim links (AES-256-GCM), with key rotation.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Cipher } from '#server/runtime.ts';

const algorithm = 'aes-256-gcm';
const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with keys derived from the configured session keys. The first key encrypts, all of them decrypt, so a
 * key can be replaced by putting the new one in front. Layout: key id, nonce, tag, text.
 */
export function createCipher(sessionKeys: readonly string[]): Cipher {
  const keys = sessionKeys.map((sessionKey) => {
    const key = Buffer.from(hkdfSync('sha256', sessionKey, '', 'refresh and access tokens at rest', 32));
    return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdBytes) };
  });
  const [newest] = keys;
  if (!newest) throw new Error('There is no key to encrypt with');
  return {
    encrypt(plain, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, newest.key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([newest.id, iv, cipher.getAuthTag(), text]);
    },
    decrypt(sealed, context) {
      const bytes = Buffer.from(sealed);
      const known = keys.find(({ id }) => id.equals(bytes.subarray(0, keyIdBytes)));
      if (!known) return null;
      const tagAt = keyIdBytes + ivBytes;
      try {
        const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(keyIdBytes, tagAt), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(tagAt, tagAt + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(tagAt + tagBytes)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        // Bytes that are too short, or whose authentication tag does not match: another context, or altered. To the caller
        // that is the same as no key.
        return null;
      }
    },
  };
}
