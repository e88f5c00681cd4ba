import { stopUnderLoad } from '#tests/hardening/support/stop-under-load.ts';
import { torture } from '#tests/hardening/support/torture.ts';
import { openShop } from '#tests/support/shop.ts';

/**
 * `npm run torture`: kills the site 120 times with SIGKILL under a storm of webhooks and redemptions, then stops it 20
 * times with SIGTERM under load, and says what was lost: nothing, or it ends with status 1. `npm run test:all` does it three
 * times and once.
 */

const kills = Number(process.env['KILLS'] ?? 120);
const stops = Number(process.env['STOPS'] ?? 20);

const shop = await openShop();
try {
  const killed = await torture(shop, kills);
  console.log('Killed:', killed);
  const failures: string[] = [];
  let answered = 0;
  let slowest = 0;
  for (let round = 0; round < stops; round += 1) {
    const stopped = await stopUnderLoad(shop);
    answered += stopped.answered;
    slowest = Math.max(slowest, stopped.seconds);
    failures.push(...stopped.failures);
    if (stopped.exit.code !== 0) failures.push(`ended with ${stopped.exit.code ?? stopped.exit.signal}`);
  }
  console.log('Stopped:', { stops, answered, failures, slowestSeconds: slowest });
  const faults = [...killed.lost, ...killed.half, ...killed.damage, ...failures];
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await shop.close();
}
