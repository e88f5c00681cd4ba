/**
 * The client's half of the Secure Remote Password protocol (SRP) in Cognito's variant, with the numbers and the key from
 * amazon-cognito-identity-js, which hashes with @aws-crypto/sha256-js. The password never leaves the page.
 */
/// <reference path="./cognito-library.d.ts" />
import { Sha256 } from '@aws-crypto/sha256-js';
import AuthenticationHelper from 'amazon-cognito-identity-js/es/AuthenticationHelper.js';
import BigInteger from 'amazon-cognito-identity-js/es/BigInteger.js';
import DateHelper from 'amazon-cognito-identity-js/es/DateHelper.js';

/** The service's challenge, with its own names and formats. */
export interface SrpQuestion {
  SRP_B: string;
  SALT: string;
  /** In base64. */
  SECRET_BLOCK: string;
  USER_ID_FOR_SRP: string;
}

/** What the service checks: the proof in base64, and its timestamp in UTC. */
interface SrpProof {
  signature: string;
  timestamp: string;
}

/** The client's half of one sign-in. */
interface Srp {
  /** The client's public number, in hexadecimal. */
  A: string;
  /** @throws {Error} for a number that would let the server learn the password (RFC 5054, sections 2.5.3 and 2.5.4) */
  prove(question: SrpQuestion, password: string): Promise<SrpProof>;
}

/** @param poolName the part of the pool's id after `_` */
export async function beginSrp(poolName: string): Promise<Srp> {
  const helper = new AuthenticationHelper(poolName);
  const A = await answerOf<ReturnType<typeof number>>((answer) => helper.getLargeAValue(answer));
  return {
    A: A.toString(16),
    async prove({ SRP_B, SALT, SECRET_BLOCK, USER_ID_FOR_SRP }, password) {
      const key = await answerOf<Uint8Array>((answer) =>
        helper.getPasswordAuthenticationKey(USER_ID_FOR_SRP, password, number(SRP_B), number(SALT), answer),
      );
      const timestamp = new DateHelper().getNowString();
      const block = Uint8Array.from(atob(SECRET_BLOCK), (character) => character.charCodeAt(0));
      const hmac = new Sha256(key);
      for (const part of [poolName, USER_ID_FOR_SRP, block, timestamp]) hmac.update(part);
      return { signature: btoa(String.fromCharCode(...hmac.digestSync())), timestamp };
    },
  };
}

const number = (hexadecimal: string) => new BigInteger(hexadecimal, 16);

/** Promisifies the library's callbacks and exceptions. */
function answerOf<Value>(ask: (answer: (error: Error | null, value: Value) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))));
}
