import { type KeyPairs, newPrivateKey } from '#sandbox/identity/signing-keys.ts';

let made: KeyPairs | null = null;

/**
 * The keys that every sandbox of this process begins with: making them would be a third of the work of opening a shop.
 * Their ids still differ.
 */
export function sharedSigningKeys(): KeyPairs {
  made ??= { id: newPrivateKey(), access: newPrivateKey() };
  return made;
}
