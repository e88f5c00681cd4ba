import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { covers } from '#server/domain/redeem-code.ts';
import { openStore } from '#server/store/store.ts';
import { demoCodes } from './demo-settings.ts';

/** Somebody who is not at the table: the account that has used the used code. */
const somebodyElse = {
  id: 'demo-somebody-else',
  username: 'somebody',
  email: 'somebody@example.com',
  emailVerified: true,
};

/**
 * Puts the demo's activation codes into its database and beside it into `demo-codes.json`, and the built artbook into
 * its downloads. Repeating it changes nothing: codes that were redeemed since stay redeemed.
 */
export async function seedDemo(config: Config, dataDir: string): Promise<void> {
  const now = () => new Date();
  const store = openStore(config.databaseFile, join(import.meta.dirname, '../migrations'), now);
  try {
    const campaign = 'demo';
    await store.addActivationCodes(
      [
        { code: demoCodes.good, campaign, unlocks: ['fist'] },
        { code: demoCodes.revoked, campaign, unlocks: ['fist'] },
        { code: demoCodes.used, campaign, unlocks: ['fist'] },
        { code: demoCodes.kickstarter, campaign, unlocks: ['fod-kickstarter'] },
      ],
      now(),
    );
    await store.revokeActivationCode(demoCodes.revoked, now());
    await store.redeemCode(demoCodes.used, somebodyElse, covers, now());
  } finally {
    store.close();
  }
  mkdirSync(dataDir, { recursive: true });
  // Backers get the artbook that the build has made. A real shop's operator puts its own file there.
  mkdirSync(config.downloadsDir, { recursive: true });
  copyFileSync(
    join(import.meta.dirname, '../dist/downloads/fod-artbook.pdf'),
    join(config.downloadsDir, 'fod-artbook.pdf'),
  );
  writeFileSync(join(dataDir, 'demo-codes.json'), `${JSON.stringify(demoCodes, null, 2)}\n`);
}
