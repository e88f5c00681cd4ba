import { newPrivateKey, type PrivateKeys } from './signing-keys.ts';

let made: PrivateKeys | null = null;

/**
 * The keys that every sandbox of this process begins with in tests: making them would be half the work of starting one.
 * Their ids still differ.
 */
export function sharedSigningKeys(): PrivateKeys {
  made ??= { id: newPrivateKey(), access: newPrivateKey() };
  return made;
}
