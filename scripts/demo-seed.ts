import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redeemCode } from '#server/claiming/redeem-code.ts';
import type { Config } from '#server/config.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import { importCodes } from '#server/operating/code-batches.ts';
import { setCodesRevoked } from '#server/operating/codes.ts';
import { findCode } from '#server/owning/codes.ts';
import { noMeters } from '#server/runtime.ts';
import type { AdventureId } from '#shared/unlocks.ts';
import { demoCodes } from './demo-settings.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Somebody who is not at the table: the account that has used the used code. */
const somebodyElse = {
  id: 'demo-somebody-else',
  username: 'somebody',
  email: 'somebody@example.com',
  emailVerified: true,
};

/**
 * Puts the demo's activation codes into its database as one batch and beside it into `demo-codes.json`, and the built
 * artbook into its downloads. Repeating it changes nothing: codes that were redeemed since stay redeemed.
 */
export async function seedDemo(config: Config, dataDir: string): Promise<void> {
  const clock = () => new Date();
  const ledger = openSqliteLedger(config.databaseFile, join(import.meta.dirname, '../migrations'), clock);
  try {
    const needs = { ledger, clock, actor: 'operator:demo' as const };
    const code = (text: string, adventureId: AdventureId) => ({
      code: text,
      campaign: 'demo',
      unlocks: [adventureId],
      expiresAt: null,
      mostRedemptions: 1,
    });
    await importCodes(
      needs,
      [
        code(demoCodes.good, 'fist'),
        code(demoCodes.revoked, 'fist'),
        code(demoCodes.used, 'fist'),
        code(demoCodes.kickstarter, 'fod-kickstarter'),
      ],
      'demo-codes.json',
    );
    const revoked = await ledger.read(() => findCode(demoCodes.revoked));
    if (revoked?.revokedAt === null) {
      await setCodesRevoked(needs, { codeId: revoked.id }, true, 'to show what that looks like');
    }
    await redeemCode({ ledger, clock, log: silent, metrics: noMeters }, somebodyElse, demoCodes.used);
  } finally {
    await ledger.close();
  }
  mkdirSync(dataDir, { recursive: true });
  // Backers get the artbook that the build has made. A real shop's operator puts its own file there.
  cpSync(join(import.meta.dirname, '../dist/downloads'), config.downloadsDir, { recursive: true });
  writeFileSync(join(dataDir, 'demo-codes.json'), `${JSON.stringify(demoCodes, null, 2)}\n`);
}
