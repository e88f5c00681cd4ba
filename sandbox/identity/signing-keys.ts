import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { DocumentStore } from '../documents.ts';

/** What a token is for; the service signs the two kinds with two keys. */
export type TokenUse = 'id' | 'access';

interface KeptKey {
  kid: string;
  use: TokenUse;
  current: boolean;
  privateKey: JsonWebKey;
}

/** A public key as the key set lists it. */
interface PublicJwk {
  kty: 'RSA';
  alg: 'RS256';
  use: 'sig';
  kid: string;
  n: string;
  e: string;
}

export interface SigningKeys {
  /** The key set to publish: the current keys and earlier ones that are still trusted. */
  jwks(): { keys: PublicJwk[] };
  /** A signed token in compact form; `header` replaces or adds to `{kid, alg}`. */
  sign(use: TokenUse, payload: object, header?: Record<string, unknown>): string;
  /** The payload of a token that one of these keys signed, `undefined` for any other text. */
  verified(token: string): Record<string, unknown> | undefined;
  /** Rotates the keys. @param keepOld go on publishing the earlier ones */
  rotate(keepOld: boolean): void;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    // Any text may be posted as a token; one that does not contain JSON is simply no token.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Private keys for RS256, by what they sign. */
export type PrivateKeys = Readonly<Record<TokenUse, JsonWebKey>>;

/** A new private key. Takes a tenth of a second. */
export function newPrivateKey(): JsonWebKey {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
}

/**
 * The pool's RS256 keys. They are stored, so that tokens and caches survive a restart.
 * @param first the keys of a new pool; generated when first needed if left out
 */
export function createSigningKeys(documents: DocumentStore, first?: PrivateKeys): SigningKeys {
  const kept = documents.collection<KeptKey>('identity-keys');

  function add(use: TokenUse, privateKey: JsonWebKey): KeptKey {
    const key = { kid: randomBytes(32).toString('base64'), use, current: true, privateKey };
    kept.put(key.kid, key);
    return key;
  }

  function current(use: TokenUse): KeptKey {
    const known = kept.values().find((key) => key.current && key.use === use);
    return known ?? add(use, first?.[use] ?? newPrivateKey());
  }

  function published(): KeptKey[] {
    const now = [current('id'), current('access')];
    return [...now, ...kept.values().filter((key) => !key.current)];
  }

  return {
    jwks: () => ({
      keys: published().map(({ kid, privateKey: { n = '', e = '' } }) => ({
        kty: 'RSA',
        alg: 'RS256',
        use: 'sig',
        kid,
        n,
        e,
      })),
    }),
    sign(use, payload, header = {}) {
      const key = current(use);
      const text = `${encoded({ kid: key.kid, alg: 'RS256', ...header })}.${encoded(payload)}`;
      const privateKey = createPrivateKey({ key: key.privateKey, format: 'jwk' });
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    verified(token) {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.');
      const kid = decoded(header)?.['kid'];
      const key = published().find((each) => each.kid === kid);
      if (!key || rest.length > 0) return undefined;
      const { n = '', e = '' } = key.privateKey;
      const publicKey = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
      const text = Buffer.from(`${header}.${payload}`);
      const valid = verify('sha256', text, publicKey, Buffer.from(signature, 'base64url'));
      return valid ? decoded(payload) : undefined;
    },
    rotate(keepOld) {
      for (const key of kept.values()) {
        if (keepOld) kept.put(key.kid, { ...key, current: false });
        else kept.remove(key.kid);
      }
      add('id', newPrivateKey());
      add('access', newPrivateKey());
    },
  };
}
