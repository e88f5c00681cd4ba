/** The doctor's checks outside the database (interface). */
export interface Probes {
  /** Makes an authenticated call to the payment API. @returns its clock @throws when it refuses or does not answer */
  paymentApi(): Promise<Date | null>;
  /** @returns how many keys the identity service publishes @throws when they cannot be fetched */
  identityKeys(): Promise<number>;
  /** Of the database's disk, in bytes; `null` when a database server has the data. */
  disk(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Ids of events that happened in this time, the newest first. @param to the first moment that does not count */
  recentEventIds(from: Date, to: Date): Promise<string[]>;
  /** Connects to the mail service and signs in. @returns the fault, as codes; `null` when it is ready, or there is none */
  mailService(): Promise<string | null>;
  /** Follows an outside link. @returns the status of its answer @throws when nobody answers */
  visit(url: string): Promise<number>;
  /** Download files that are sold but missing. */
  missingDownloads(): Promise<string[]>;
  /** Fetches the public settings from the site's public URL; `null` when something else answers. @throws when nothing does */
  publicSite(): Promise<{ status: number; config: { publicUrl: string; userPoolId: string } | null }>;
  /** The days of the certificate at the site's public URL; `null` for a URL without TLS. @throws when no TLS is spoken there */
  certificate(): Promise<{ from: Date; to: Date } | null>;
  /**
   * Starts a sign-in of a user who does not exist.
   * @param ways by password only, or also as passkeys and mailed codes start
   * @throws when the identity service does not answer
   */
  signInClient(clientId: string, ways: 'password' | 'every'): Promise<SignInClient>;
  /** The scheduled backups of SQLite. @throws when their directory cannot be read or written */
  backups(): BackupsFound | 'off';
  /** The databases that restores of SQLite have left beside the shop's. @throws when their directory cannot be read */
  keptDatabases(): string[];
}

/** The state of an app client; `there` is a correct one. */
export type SignInClient = 'there' | 'hides users' | 'missing' | 'has a secret' | 'no SRP' | 'no choice';

interface BackupsFound {
  directory: string;
  everyHours: number;
  count: number;
  /** When the newest was made. */
  newest: Date | null;
}
