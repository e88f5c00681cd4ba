import { truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#server/operating/finding.ts';
import { admin } from '#tests/support/admin.ts';
import { buy, checkout, control, press } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeEach, afterEach);

describe('doctor', () => {
  const findings = async (environment: Record<string, string>, shiftSeconds = 0) => {
    const clock = () => new Date(Date.now() + shiftSeconds * 1000);
    const run = await admin(environment, ['doctor', '--json'], { clock });
    const list = run.json<Finding[]>();
    return { code: run.code, of: (check: string) => list.find((finding) => finding.check === check), list };
  };

  it('finds nothing wrong with a shop in order, and says so with 0', async () => {
    await buy(desk.shop, ['fod'], newEmail());
    const { code, list } = await findings(desk.shop.environment);
    expect(code).toBe(0);
    expect(list.filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check)).toEqual([
      ...['mail service', 'downloads', 'backups', 'restore drill'],
    ]);
    const { out } = await desk.run(['doctor']);
    expect(out).toMatch(/^ok {7}configuration: complete/);
    expect(out).toMatch(
      /warning {2}downloads: missing: fod-artbook\.pdf\n {9}Put the files into DOWNLOADS_DIR/,
    );
  });

  it('says every fault of the configuration, and what to do', async () => {
    const { code, list } = await findings({ PUBLIC_URL: 'shop' });
    expect(code).toBe(1);
    expect(list).toEqual([
      {
        check: 'configuration',
        verdict: 'wrong',
        found: expect.stringContaining('STRIPE_SECRET_KEY is not set'),
        advice: expect.stringContaining('docs/settings.md'),
      },
    ]);
  });

  it('finds the payment provider and the identity service out of reach, and goes on looking', async () => {
    const { code, of } = await findings({
      ...desk.shop.environment,
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      COGNITO_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(of('payment key')).toMatchObject({
      verdict: 'wrong',
      advice: expect.stringContaining('STRIPE_SECRET_KEY'),
    });
    expect(of('identity keys')).toMatchObject({
      verdict: 'wrong',
      advice: expect.stringContaining('COGNITO_USER_POOL_ID'),
    });
    expect(of('database')).toMatchObject({ verdict: 'ok' });
  });

  it.each([
    [10, 'ok'],
    [-60, 'warning'],
    [300, 'wrong'],
  ])('compares the clock with the payment provider: %d s off is %s', async (seconds, verdict) => {
    const { of } = await findings(desk.shop.environment, seconds);
    expect(of('clock')).toMatchObject({
      verdict,
      found: expect.stringMatching(seconds < 0 ? /s behind/ : /s ahead of/),
    });
  });

  it('finds events that never arrived', async () => {
    // The site's own first run of the reconciler would find the event.
    const lastRun = async () => (await findings(desk.shop.environment)).of('reconciler')?.found;
    await expect.poll(lastRun).toMatch(/^its last complete run ended/);
    desk.shop.sandbox.stripe.setWebhookUrl(null);
    const { payUrl } = await checkout(desk.shop, ['fod'], newEmail());
    await press(payUrl, 'pay');
    await desk.shop.sandbox.stripe.deliveriesSettled();
    expect((await findings(desk.shop.environment)).of('webhook')).toMatchObject({ verdict: 'ok' });
    const later = await findings(desk.shop.environment, 20 * 60);
    expect(later.of('webhook')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringMatching(/^1 of 1 events/),
      advice: expect.stringContaining('"reconcile"'),
    });
    await desk.run(['reconcile']);
    expect((await findings(desk.shop.environment, 20 * 60)).of('webhook')).toMatchObject({
      ...{ verdict: 'warning', found: expect.stringContaining('the reconciler found them') },
    });
  });

  it('finds a damaged database', async () => {
    await desk.shop.stopSite();
    await desk.run([
      'codes',
      'create',
      '--campaign',
      'x',
      '--unlocks',
      'fod',
      '--count',
      '3000',
      '--out',
      desk.path('codes.csv'),
    ]);
    const db = new Database(desk.shop.config.databaseFile);
    db.pragma('journal_mode = DELETE');
    db.close();
    truncateSync(desk.shop.config.databaseFile, 200_000);
    const { code, of } = await findings(desk.shop.environment);
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ verdict: 'wrong', found: expect.stringMatching(/restore/i) });
  });

  it('finds orders that wait for a decision', async () => {
    const { sessionId } = await buy(desk.shop, ['fod', 'fist'], newEmail());
    await control(desk.shop, 'refund', { checkout_session: sessionId, amount: 1000 });
    expect((await findings(desk.shop.environment)).of('open questions')).toMatchObject({
      verdict: 'warning',
      found: '1 question waits for a decision',
    });
  });
});
