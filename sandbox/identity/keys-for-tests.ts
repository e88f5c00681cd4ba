import { newPrivateKey, type PrivateKeys } from './signing-keys.ts';

let made: PrivateKeys | null = null;

/**
 * Signing keys that all sandboxes of this test process share: generating them would be half the work of starting one.
 * Their ids still differ.
 */
export function sharedSigningKeys(): PrivateKeys {
  made ??= { id: newPrivateKey(), access: newPrivateKey() };
  return made;
}
