/** What use cases need of the process they run in. `server/main.ts` gives them the real things. */

/** The time, so that tests can turn it. */
export type Clock = () => Date;

/** Encrypts small secrets for the database. The context ties a secret to its row: it opens with the same one only. */
export interface Cipher {
  encrypt(plain: string, context: string): Uint8Array;
  /** `null` when no configured key opens it. */
  decrypt(sealed: Uint8Array, context: string): string | null;
}

/** What use cases tell the operator. Fields never hold tokens, codes or e-mail addresses. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Figures of what happens to buyers, whoever the caller is. Labels come from closed sets. */
export interface Meters {
  /**
   * @param by who brought the purchase
   * @param seconds from the payment, as the provider dates it, to its being unlocked on disk here
   */
  purchase(by: string, seconds: number): void;
  /** @param seconds from the event's making at the provider to its being on disk here */
  webhookEvent(outcome: string, seconds: number): void;
  redemption(outcome: string): void;
  /** What became of an older payment page when the same buyer opened a newer one for some of the same. */
  olderCheckout(outcome: string): void;
  /** A purchase was recorded of what its buyer had paid for before. */
  paidTwice(): void;
  /** A bank calls a payment fraudulent that nobody has disputed yet. */
  fraudWarning(): void;
  /** @param counts what a complete run of the reconciler saw, found missing and could not take in */
  reconciled(counts: Readonly<Record<string, number>>): void;
  /** What became of a letter that the shop was to send. */
  letter(kind: string, outcome: 'sent' | 'postponed' | 'refused' | 'dead'): void;
}

/** For processes that nobody asks for figures, such as the command line. */
export const noMeters: Meters = {
  purchase: () => undefined,
  webhookEvent: () => undefined,
  redemption: () => undefined,
  olderCheckout: () => undefined,
  paidTwice: () => undefined,
  fraudWarning: () => undefined,
  reconciled: () => undefined,
  letter: () => undefined,
};
