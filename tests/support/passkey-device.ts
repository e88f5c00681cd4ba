import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A device that keeps passkeys, without a browser: it makes what `navigator.credentials` gives a page, in JSON, for tests of the
 * calls behind it. Keys on P-256, attestation "none" (Web Authentication, level 3, sections 6.1 and 8.7).
 */
export interface PasskeyDevice {
  /** A new passkey for what `StartWebAuthnRegistration` asks. */
  create(options: { challenge: string; rp: { id?: string } }): Record<string, unknown>;
  /** The newest passkey's answer to a sign-in challenge. */
  get(options: { challenge: string; rpId?: string }): Record<string, unknown>;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** A CBOR byte string of 24 to 255 bytes, with the shortest form of its length: others are refused. */
const bytesInCbor = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const textInCbor = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);

/** A public key as COSE has it (RFC 9053): an EC2 key for ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytesInCbor(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytesInCbor(Buffer.from(y, 'base64url')),
  ]);
}

/** @param origin the page's origin, which the device signs */
export function passkeyDevice(origin: string): PasskeyDevice {
  let kept: { id: Buffer; privateKey: KeyObject; uses: number } | null = null;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** @param flags user present (1), user verified (4), a passkey follows (64) */
  const authenticatorData = (rpId: string, flags: number, uses: number, passkey = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, passkey]);
  };
  const credential = (id: Buffer, response: object) => ({
    ...{ id: text(id), rawId: text(id), type: 'public-key', authenticatorAttachment: 'platform' },
    ...{ clientExtensionResults: {}, response },
  });

  return {
    create({ challenge, rp }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      kept = { id, privateKey, uses: 0 };
      const passkey = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), textInCbor('fmt'), textInCbor('none'), textInCbor('attStmt')],
        ...[Buffer.from([0xa0]), textInCbor('authData')],
        bytesInCbor(authenticatorData(rp.id ?? '', 0x45, 0, passkey)),
      ]);
      return credential(id, {
        clientDataJSON: text(clientData('webauthn.create', challenge)),
        attestationObject: text(attestation),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId = '' }) {
      if (!kept) throw new Error('There is no passkey on this device.');
      kept.uses += 1;
      const said = clientData('webauthn.get', challenge);
      const data = authenticatorData(rpId, 0x05, kept.uses);
      return credential(kept.id, {
        clientDataJSON: text(said),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(said)]), kept.privateKey)),
      });
    },
  };
}
