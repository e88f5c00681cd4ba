import { newPrivateKey, type PrivateKeys } from '#sandbox/identity/signing-keys.ts';

let made: PrivateKeys | null = null;

/**
 * The keys that every sandbox of this process begins with: making them would be half the work of opening a shop.
 * Their ids still differ.
 */
export function sharedSigningKeys(): PrivateKeys {
  made ??= { id: newPrivateKey(), access: newPrivateKey() };
  return made;
}
