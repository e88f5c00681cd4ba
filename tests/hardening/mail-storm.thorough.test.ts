import { expect, it } from 'vitest';
import { mailStorm } from './support/mail-storm.ts';

it('Killed ten times while it sells, beside a mail service that breaks off, puts off and takes its time, the site confirms every paid order by mail, none twice but one that was on its way at a kill', {
  timeout: 400_000,
}, async () => {
  const outcome = await mailStorm({ kills: 10, orders: 200 });
  expect(outcome).toMatchObject({ kills: 10, orders: 200, missing: [], twice: [] });
  // Three letters are sent at the same time.
  expect(outcome.twiceByKill).toBeLessThanOrEqual(30);
});
