import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#server/domain/doctor.ts';
import { admin, adminProcess } from '#tests/support/admin.ts';
import { buy, checkout, press } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let directory: string;
beforeEach(async () => {
  shop = await openShop();
  directory = mkdtempSync(join(tmpdir(), 'upkeep-'));
});
afterEach(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const inDirectory = (name: string) => join(directory, name);
const withPath = (environment: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  ...environment,
});
function ordersIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], { id: string }>('SELECT checkout_session_id AS id FROM purchases').all();
  db.close();
  return rows.map(({ id }) => id);
}

describe('backup, restore and verify', () => {
  it('every order acknowledged before the backup began is there after a restore in another directory', async () => {
    const acknowledged: string[] = [];
    let selling = true;
    const seller = async () => {
      while (selling) acknowledged.push((await buy(shop, ['fod'], newEmail())).sessionId);
    };
    const sellers = [seller(), seller(), seller()];
    while (acknowledged.length < 15) await new Promise(setImmediate);

    const before = [...acknowledged];
    const file = inDirectory('backup.sqlite');
    const backup = await adminProcess(withPath(shop.environment), ['backup', file]);
    expect(backup).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
    expect(backup.err).toContain('Copied pages');
    selling = false;
    await Promise.all(sellers);
    expect(acknowledged.length).toBeGreaterThan(before.length);

    const verified = await admin(shop.environment, ['verify', file, '--json']);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.json()).toMatchObject({ whole: true, faults: [], purchases: ordersIn(file).length });
    const elsewhere = { ...shop.environment, DATA_DIR: inDirectory('elsewhere') };
    const restored = await adminProcess(withPath(elsewhere), ['restore', file, '--yes']);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('is restored') });
    expect(ordersIn(join(elsewhere.DATA_DIR, 'site.sqlite'))).toEqual(expect.arrayContaining(before));
  }, 60_000);

  it('a backup is never written over a file, and leaves none behind when it fails', async () => {
    const file = inDirectory('there.sqlite');
    writeFileSync(file, 'something else');
    expect(await admin(shop.environment, ['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    });
    expect((await admin(shop.environment, ['backup', inDirectory('no/such/directory.sqlite')])).code).toBe(1);
    expect(readdirSync(directory)).toEqual(['there.sqlite']);
  });

  it('restore refuses while the site has the database open, unless it is told otherwise', async () => {
    const file = inDirectory('backup.sqlite');
    await admin(shop.environment, ['backup', file]);
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const args = ['restore', file, '--yes'];
    const refused = await adminProcess(withPath(shop.environment), args);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('stop the site first') });
    expect(ordersIn(shop.config.databaseFile)).toEqual([sessionId]);

    const forced = await adminProcess(withPath(shop.environment), [...args, '--force']);
    expect(forced.code).toBe(0);
    expect(ordersIn(shop.config.databaseFile)).toEqual([]);
    const kept = /kept as (.*)\.\n/.exec(forced.err)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
  });

  it('restore asks before it replaces a database, and what was sold since comes back with reconcile', async () => {
    const file = inDirectory('backup.sqlite');
    await admin(shop.environment, ['backup', file]);
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    await shop.stopSite();
    expect(await admin(shop.environment, ['restore', file], { answer: 'no' })).toMatchObject({ code: 3 });
    expect(ordersIn(shop.config.databaseFile)).toEqual([sessionId]);
    expect(await admin(shop.environment, ['restore', file], { answer: 'yes' })).toMatchObject({ code: 0 });
    expect(ordersIn(shop.config.databaseFile)).toEqual([]);
    expect(await admin(shop.environment, ['reconcile'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(sessionId),
    });
    expect(ordersIn(shop.config.databaseFile)).toEqual([sessionId]);
  });

  it('verify and restore refuse what is damaged, foreign, or not there', async () => {
    await buy(shop, ['fod'], newEmail());
    const file = inDirectory('backup.sqlite');
    await admin(shop.environment, ['backup', file]);
    copyFileSync(file, inDirectory('short.sqlite'));
    truncateSync(inDirectory('short.sqlite'), 100_000);
    writeFileSync(
      inDirectory('text.sqlite'),
      'not a database, but long enough to be looked at as one'.repeat(100),
    );
    const foreign = new Database(inDirectory('foreign.sqlite'));
    foreign.exec('CREATE TABLE purchases (id)');
    foreign.close();
    for (const name of ['short', 'text', 'foreign']) {
      const bad = inDirectory(`${name}.sqlite`);
      const verified = await admin(shop.environment, ['verify', bad]);
      expect(verified).toMatchObject({ code: 1, out: expect.stringContaining('not usable') });
      const restored = await admin(shop.environment, ['restore', bad, '--yes', '--force']);
      expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('not usable') });
    }
    expect((await admin(shop.environment, ['verify', inDirectory('none')])).code).toBe(1);
    expect(ordersIn(shop.config.databaseFile)).toHaveLength(1);
  });
});

describe('doctor', () => {
  const findings = async (environment: Record<string, string>, shiftSeconds = 0) => {
    const clock = () => new Date(Date.now() + shiftSeconds * 1000);
    const run = await admin(environment, ['doctor', '--json'], { clock });
    const list = run.json<Finding[]>();
    return { code: run.code, of: (check: string) => list.find((finding) => finding.check === check), list };
  };

  it('finds nothing wrong with a shop in order, and says so with 0', async () => {
    await buy(shop, ['fod'], newEmail());
    const { code, list } = await findings(shop.environment);
    expect(code).toBe(0);
    expect(list.filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check)).toEqual(['downloads']);
    const { out } = await admin(shop.environment, ['doctor']);
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
        advice: expect.stringContaining('README'),
      },
    ]);
  });

  it('finds the payment provider and the identity service out of reach, and goes on looking', async () => {
    const { code, of } = await findings({
      ...shop.environment,
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
    const { of } = await findings(shop.environment, seconds);
    expect(of('clock')).toMatchObject({
      verdict,
      found: expect.stringMatching(seconds < 0 ? /s behind/ : /s ahead of/),
    });
  });

  it('finds events that never arrived', async () => {
    shop.sandbox.stripe.setWebhookUrl(null);
    const { payUrl } = await checkout(shop, ['fod'], newEmail());
    await press(payUrl, 'pay');
    await shop.sandbox.stripe.deliveriesSettled();
    expect((await findings(shop.environment)).of('webhook')).toMatchObject({ verdict: 'ok' });
    const later = await findings(shop.environment, 20 * 60);
    expect(later.of('webhook')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringMatching(/^1 of 1 events/),
      advice: expect.stringContaining('"reconcile"'),
    });
    await admin(shop.environment, ['reconcile']);
    expect((await findings(shop.environment, 20 * 60)).of('webhook')).toMatchObject({ verdict: 'ok' });
  });

  it('finds a damaged database', async () => {
    await shop.stopSite();
    await admin(shop.environment, [
      'codes',
      'create',
      '--campaign',
      'x',
      '--unlocks',
      'fod',
      '--count',
      '3000',
      '--out',
      inDirectory('codes.csv'),
    ]);
    const db = new Database(shop.config.databaseFile);
    db.pragma('journal_mode = DELETE');
    db.close();
    truncateSync(shop.config.databaseFile, 200_000);
    const { code, of } = await findings(shop.environment);
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ verdict: 'wrong', advice: expect.stringMatching(/restore/i) });
  });

  it('finds orders that wait for a decision', async () => {
    const { sessionId } = await buy(shop, ['fod', 'fist'], newEmail());
    await fetch(`${shop.sandboxUrl}/sandbox/stripe/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ checkout_session: sessionId, amount: 1000 }),
    });
    await shop.sandbox.stripe.deliveriesSettled();
    expect((await findings(shop.environment)).of('open questions')).toMatchObject({
      verdict: 'warning',
      found: '1 orders wait for a decision',
    });
  });
});

describe('resend-receipt', () => {
  it("asks the payment provider to send the receipt again, to the order's address as it is now", async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const right = newEmail();
    await admin(shop.environment, [
      'orders',
      'move',
      sessionId,
      '--to',
      right,
      '--reason',
      'typed wrong',
      '--yes',
    ]);
    const provider = await startProvider();
    const environment = { ...shop.environment, STRIPE_API_BASE: provider.url };
    const args = ['orders', 'resend-receipt', sessionId];
    expect(await admin(environment, args)).toMatchObject({
      code: 0,
      out: `The payment provider was asked to send the receipt to ${right}.\n`,
    });
    expect(provider.requests).toEqual([
      expect.stringMatching(/^GET \/v1\/payment_intents\/pi_/),
      `POST /v1/charges/ch_1 receipt_email=${encodeURIComponent(right)}`,
    ]);
    provider.setStatus('canceled');
    expect(await admin(environment, args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no payment'),
    });
    await provider.close();
  });

  it('brings the receipt to the inbox once more', async () => {
    const email = newEmail();
    const { sessionId } = await buy(shop, ['fod'], email);
    const before = shop.sandbox.inbox.list(email).length;
    expect((await admin(shop.environment, ['orders', 'resend-receipt', sessionId])).code).toBe(0);
    expect(shop.sandbox.inbox.list(email)).toHaveLength(before + 1);
  });

  it('refuses an order that is not recorded', async () => {
    expect((await admin(shop.environment, ['orders', 'resend-receipt', 'cs_test_none'])).code).toBe(1);
  });
});

/** The two calls that sending a receipt takes, with an answer of Stripe's form. */
async function startProvider() {
  const requests: string[] = [];
  let status = 'succeeded';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url}${body && ` ${body}`}`);
    const intent = { id: 'pi_1', object: 'payment_intent', status, latest_charge: 'ch_1' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'GET' ? intent : { id: 'ch_1', object: 'charge' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setStatus: (next: string) => {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
