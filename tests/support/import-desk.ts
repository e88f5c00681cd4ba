import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '#server/identity/identity-provider.ts';
import { type AdminRun, admin } from './admin.ts';
import { putEmptyDatabase } from './ledger-in-memory.ts';
import { openVerbs } from './ledger-verbs.ts';

/** A data directory with the command line, for tests of imported files. */
export function importDesk() {
  const directory = mkdtempSync(join(tmpdir(), 'imports-'));
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: directory,
    STRIPE_SECRET_KEY: 'sk_test_imports',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
    COGNITO_USER_POOL_ID: 'eu-north-1_Imports',
    COGNITO_CLIENT_ID: 'web',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
  };
  const databaseFile = join(directory, 'site.sqlite');
  putEmptyDatabase(databaseFile);
  return {
    environment,
    databaseFile,
    run: (args: string[]): Promise<AdminRun> => admin(environment, args),
    /** Writes a file to import. @returns its path */
    file(name: string, text: string | Buffer): string {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    },
    /** What the site would unlock for the account of an address. */
    async owned(email: string): Promise<string[]> {
      const ledger = openVerbs(databaseFile, () => new Date());
      const account: Account = { id: `sub-${email}`, username: email, email, emailVerified: true };
      const grants = await ledger.ownedGrants(account, new Date());
      await ledger.close();
      return grants.map(({ adventureId }) => adventureId);
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

export type ImportDesk = ReturnType<typeof importDesk>;
