/** What use cases need from the process: clock, cipher, log, metrics. `server/main.ts` provides the real ones. */

/** The time, which tests can set. */
export type Clock = () => Date;

/** Encrypts small secrets for the database. The context binds a secret to its row: only the same context can decrypt it. */
export interface Cipher {
  encrypt(plain: string, context: string): Uint8Array;
  /** `null` when no configured key can decrypt it. */
  decrypt(sealed: Uint8Array, context: string): string | null;
}

/** The log for the operator. Fields never contain tokens, codes or e-mail addresses. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Business metrics, whatever the entry point. Labels come from closed sets. */
export interface Meters {
  /**
   * A purchase was recorded.
   * @param by the caller that recorded it
   * @param seconds from the payment, in the provider's time, until its unlocks are on disk here
   */
  purchase(by: string, seconds: number): void;
  /** @param seconds from the event's creation at the provider until it is on disk here */
  webhookEvent(outcome: string, seconds: number): void;
  redemption(outcome: string): void;
  /** The result of closing an older payment page, because the same buyer opened a newer one for some of the same. */
  olderCheckout(outcome: string): void;
  /** A double payment was recorded. */
  paidTwice(): void;
  /** A bank reported a payment as fraudulent (early fraud warning) that nobody has disputed yet. */
  fraudWarning(): void;
  /**
   * @param counts what a run of the reconciler checked, found missing and failed to take in
   * @param isComplete whether it looked at everything, and took everything in
   */
  reconciled(counts: Readonly<Record<string, number>>, isComplete: boolean): void;
  /** The final state of a letter. */
  letter(kind: string, outcome: 'sent' | 'postponed' | 'refused' | 'dead'): void;
}

/** For processes without metrics, such as the command line. */
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
