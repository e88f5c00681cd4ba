/** What the doctor looks at outside the database. */
export interface Probes {
  /** Asks the payment API something that needs the key. @returns its clock @throws when it refuses or does not answer */
  paymentApi(): Promise<Date | null>;
  /** @returns how many keys the identity service publishes @throws when they cannot be had */
  identityKeys(): Promise<number>;
  /** Of the disk that holds the database, in bytes; `null` when a database server has it. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Events that the webhook should have brought by now, ids only. */
  recentEventIds(from: Date, to: Date): Promise<string[]>;
  /** Connects to the mail service and signs in. @returns the fault, as codes; `null` when it is ready, or there is none */
  mailService(): Promise<string | null>;
  /** Follows an outside link. @returns the status of its answer @throws when nobody answers */
  visit(url: string): Promise<number>;
  /** Download files that are sold but not there. */
  missingDownloads(): Promise<string[]>;
  /** Asks the site by its public address for its public settings; `null` when that is not what answers. @throws when nothing does */
  publicSite(): Promise<{ status: number; config: { publicUrl: string; userPoolId: string } | null }>;
  /** Makes a checkout as the shop does, and ends it at once. @returns why it was refused, or `null` */
  tryCheckout(): Promise<string | null>;
  /**
   * Begins a sign-in of nobody.
   * @param ways whether by password alone, or also as passkeys and mailed codes begin
   * @throws when the identity service does not answer
   */
  signInClient(clientId: string, ways: 'password' | 'every'): Promise<SignInClient>;
  /** The scheduled backups. @throws when their directory cannot be read */
  backups(): BackupsFound | 'off' | 'elsewhere';
}

/** What is found of an app client; `there` is one in order. */
export type SignInClient = 'there' | 'hides users' | 'missing' | 'has a secret' | 'no SRP' | 'no choice';

interface BackupsFound {
  directory: string;
  everyHours: number;
  count: number;
  /** When the newest was made. */
  newest: Date | null;
}
