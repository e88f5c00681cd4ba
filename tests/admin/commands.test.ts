import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminOptions, type AdminRun, admin, allCommands } from '#tests/support/admin.ts';
import { bearer, buy, checkout, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let directory: string;
beforeAll(async () => {
  shop = await openShop();
  directory = mkdtempSync(join(tmpdir(), 'admin-'));
});
afterAll(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const run = (args: string[], options: AdminOptions = {}): Promise<AdminRun> =>
  admin(shop.environment, args, options);
const file = (name: string, text: string) => {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
};
const newCodes = async (...options: string[]) => {
  const args = [
    'codes',
    'create',
    '--campaign',
    'C',
    '--unlocks',
    'fist',
    '--count',
    '2',
    '--json',
    ...options,
  ];
  return (await run(args)).json<{ batchId: number; codes: [string, string] }>();
};

describe('every command', () => {
  it.each(allCommands())('%s has a help text that says what it does', async (command) => {
    const { code, out } = await admin({}, [...command.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: admin ${command}`));
    expect(out).toContain('--json');
    expect(out.length).toBeGreaterThan(150);
  });

  it.each(allCommands())('%s refuses an option that it does not have, with 2', async (command) => {
    const { code, err } = await admin({}, [...command.split(' '), 'a', 'b', 'c', '--nonsense']);
    expect(code).toBe(2);
    expect(err).toMatch(/unknown option|too many arguments|required option/);
  });

  it.each(allCommands())('%s is run by a test', (command) => {
    const sources = globSync('tests/admin/*.test.ts').map((name) => readFileSync(name, 'utf8'));
    const words = command.split(' ').map((word) => `'${word}'`);
    const typed = new RegExp(`\\[\\s*${words.join(',\\s*')}`);
    expect(sources.some((source) => typed.test(source))).toBe(true);
  });

  it('that is none is wrong usage, 2', async () => {
    expect(await admin({}, ['sell'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown command'),
    });
    expect((await admin({}, [])).code).toBe(2);
    expect((await admin({}, ['--help'])).out).toContain('Exit codes');
  });

  it('says every fault of the settings, with 1', async () => {
    const { code, err } = await admin({ PUBLIC_URL: 'shop' }, ['codes', 'list']);
    expect(code).toBe(1);
    expect(err).toMatch(/PUBLIC_URL is not right/);
    expect(err).toMatch(/STRIPE_SECRET_KEY is not set/);
  });

  it('says what went wrong as JSON with --json', async () => {
    const { code, err } = await run(['codes', 'show', 'nothing', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toEqual({ error: 'There is no code nothing.' });
  });
});

describe('what cannot be taken back', () => {
  it('is asked about, and not done without a yes, with 3', async () => {
    const { batchId } = await newCodes();
    const revoke = ['codes', 'revoke', '--batch', String(batchId)];
    const unattended = await run(revoke);
    expect(unattended).toMatchObject({ code: 3, err: expect.stringContaining('Say --yes') });
    const declined = await run(revoke, { answer: 'no' });
    expect(declined).toMatchObject({ code: 3, err: expect.stringContaining('This will revoke 2 codes') });
    expect((await run(['codes', 'list', '--json'])).json<{ revoked: number }[]>()[0]?.revoked).toBe(0);
    expect(await run(revoke, { answer: 'yes' })).toMatchObject({ code: 0, out: '2 changed.\n' });
  });
});

describe('codes', () => {
  it('create prints the codes alone, so that they can be piped, and what they are beside them', async () => {
    const { code, out, err } = await run([
      'codes',
      'create',
      '--campaign',
      'Pipe',
      '--unlocks',
      'fod',
      '--unlocks',
      'fist',
      '--count',
      '3',
    ]);
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(3);
    expect(err).toMatch(/^Batch \d+: 3 codes for Pipe\.\n$/);
  });

  it('create writes a CSV file on request, but never over another', async () => {
    const out = join(directory, 'new-codes.csv');
    const args = ['codes', 'create', '--campaign', 'File', '--unlocks', 'fod', '--count', '2', '--out', out];
    expect((await run(args)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^code,campaign,unlocks.*\n.{24},File,fod/);
    expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
  });

  it.each([
    [['--count', '0'], 2, 'Expected a whole number of at least 1'],
    [['--count', '1', '--unlocks', 'all'], 1, 'Nothing is called all'],
    [['--count', '1', '--expires', '2020-01-01'], 1, 'lies in the past'],
    [['--count', '1', '--expires', 'tomorrow'], 1, 'Expected a day'],
  ])('create refuses %j', async (options, code, words) => {
    const args = ['codes', 'create', '--campaign', 'x', '--unlocks', 'fod', ...options];
    expect(await run(args)).toMatchObject({ code, err: expect.stringContaining(words) });
  });

  it('show tells who redeemed a code and when, however it is typed', async () => {
    const { codes } = await newCodes();
    const person = await newPerson(shop);
    await fetch(`${shop.url}/api/use-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(person.idToken) },
      body: JSON.stringify({ activationCode: codes[0] }),
    });
    const shown = await run(['codes', 'show', codes[0].toUpperCase().replaceAll('-', ' '), '--json']);
    expect(shown.json()).toMatchObject({ code: codes[0], redemptions: [{ accountId: expect.any(String) }] });
    expect((await run(['codes', 'show', codes[0]])).out).toMatch(/used +1 of 1/);
  });

  it('export and import carry a batch to another database', async () => {
    const { batchId, codes } = await newCodes('--expires', '2099-01-31', '--uses', '3');
    const exported = await run(['codes', 'export', '--batch', String(batchId)]);
    const elsewhere = { ...shop.environment, DATABASE_FILE: join(directory, 'elsewhere.sqlite') };
    const args = ['codes', 'import', file('carried.csv', exported.out)];
    expect(await admin(elsewhere, args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2 codes brought in in batch 1/),
    });
    expect(await admin(elsewhere, args)).toMatchObject({
      code: 0,
      out: '0 codes brought in, 2 were there already.\n',
    });
    const shown = await admin(elsewhere, ['codes', 'show', codes[1], '--json']);
    expect(shown.json()).toMatchObject({
      unlocks: ['fist'],
      mostRedemptions: 3,
      expiresAt: '2099-01-31T23:59:59.999Z',
    });
  });

  it('import changes nothing while a line is bad, and names each', async () => {
    const text = 'code;unlocks;uses\nfine;fod;1\n;fod;1\nodd;everything;1\nmany;fod;-1\n';
    const args = ['codes', 'import', file('bad-codes.csv', text), '--campaign', 'Bad'];
    const { code, out, err } = await run(args);
    expect(code).toBe(1);
    expect(out).toBe('1 good lines, 3 bad. Nothing was changed.\n');
    expect(err).toMatch(
      /^line 3: there is no code\nline 4: Nothing is called everything.*\nline 5: Expected a whole number/,
    );
    expect((await run(['codes', 'show', 'fine'])).code).toBe(1);
  });

  it('revoke and unrevoke take one code, a batch or a campaign, but only one of them', async () => {
    const { codes, batchId } = await newCodes();
    expect((await run(['codes', 'revoke', codes[0], '--yes', '--reason', 'leaked'])).out).toBe(
      '1 changed.\n',
    );
    expect((await run(['codes', 'revoke', '--batch', String(batchId), '--yes'])).out).toBe(
      '1 changed, 1 were so already.\n',
    );
    expect((await run(['codes', 'unrevoke', codes[0], '--yes'])).out).toBe('1 changed.\n');
    expect(await run(['codes', 'revoke', codes[0], '--batch', '1', '--yes'])).toMatchObject({ code: 1 });
    expect(await run(['codes', 'unrevoke', '--campaign', 'nobody', '--yes'])).toMatchObject({ code: 1 });
  });
});

describe('orders', () => {
  it('find and show tell everything about an order', async () => {
    const email = newEmail();
    const { sessionId } = await buy(shop, ['bundle-pre-order'], email);
    expect((await run(['orders', 'find', email.slice(0, 14)])).out).toContain(sessionId);
    const { out } = await run(['orders', 'show', sessionId]);
    for (const part of [email, '500 SEK', 'fod-expansions', 'granted', 'webhook', 'test payment'])
      expect(out).toContain(part);
    expect(await run(['orders', 'show', 'cs_test_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('orders resync'),
    });
    expect((await run(['orders', 'find', 'nobody-at-all'])).out).toBe('(none)\n');
  });

  it('resync brings in a paid order whose webhook was lost', async () => {
    shop.sandbox.stripe.setWebhookUrl(null);
    const email = newEmail();
    const { payUrl, sessionId } = await checkout(shop, ['fod'], email);
    await press(payUrl, 'pay');
    await shop.sandbox.stripe.deliveriesSettled();
    shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
    expect((await run(['orders', 'resync', sessionId, '--json'])).json()).toEqual({
      outcome: 'fulfilled',
      news: 0,
    });
    expect((await run(['orders', 'resync', sessionId, '--json'])).json()).toMatchObject({
      outcome: 'already_fulfilled',
    });
    const { out } = await run(['orders', 'show', sessionId]);
    expect(out).toMatch(/granted +purchase +operator:/);
    expect(await run(['orders', 'resync', 'cs_test_none'])).toMatchObject({ code: 1 });
  });

  it('move gives an order to another address, with its history', async () => {
    const wrong = newEmail();
    const wrongPerson = await newPerson(shop, wrong);
    const rightPerson = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fist'], wrong);
    expect(await unlockedIds(shop, wrongPerson.idToken)).toEqual(['fist']);
    const args = [
      'orders',
      'move',
      sessionId,
      '--to',
      rightPerson.email,
      '--reason',
      'a typing error',
      '--yes',
    ];
    expect((await run([...args, '--operator', 'olle'])).out).toBe(
      `Moved from ${wrong} to ${rightPerson.email}.\n`,
    );
    expect(await unlockedIds(shop, wrongPerson.idToken)).toEqual([]);
    expect(await unlockedIds(shop, rightPerson.idToken)).toEqual(['fist']);
    const shown = (await run(['orders', 'show', sessionId, '--json'])).json<{
      moves: unknown[];
      history: { what: string }[];
    }>();
    expect(shown.moves).toEqual([
      expect.objectContaining({
        from: wrong,
        to: rightPerson.email,
        reason: 'a typing error',
        actor: 'operator:olle',
      }),
    ]);
    expect(shown.history.map(({ what }) => what)).toEqual(['granted', 'claimed', 'moved', 'claimed']);
    expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    const noAddress = ['orders', 'move', sessionId, '--to', 'nowhere', '--reason', 'x', '--yes'];
    expect(await run(noAddress)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no e-mail address'),
    });
  });

  it('attention lists what waits for a decision, and resolve closes it', async () => {
    const { sessionId } = await buy(shop, ['fod', 'fist'], newEmail());
    await fetch(`${shop.sandboxUrl}/sandbox/stripe/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ checkout_session: sessionId, amount: 1000 }),
    });
    await shop.sandbox.stripe.deliveriesSettled();
    type Item = { checkoutSessionId: string; reason: string; subject: string };
    const open = (await run(['orders', 'attention', '--json'])).json<Item[]>();
    const item = open.find(({ checkoutSessionId }) => checkoutSessionId === sessionId);
    expect(item).toMatchObject({ reason: 'partial_refund_unassigned' });
    const args = [
      'orders',
      'resolve',
      sessionId,
      item?.reason ?? '',
      item?.subject ?? '',
      '--reason',
      'goodwill',
    ];
    expect(await run(args)).toMatchObject({ code: 0, out: 'Closed.\n' });
    expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining('orders attention') });
    expect((await run(['orders', 'attention'])).out).not.toContain(sessionId);
  });
});

describe('events', () => {
  it('list shows the ledger, and replay takes an event in once more', async () => {
    const { sessionId } = await buy(shop, ['fod'], newEmail());
    const list = await run([
      'events',
      'list',
      '--type',
      'checkout.session.completed',
      '--most',
      '100',
      '--json',
    ]);
    const event = list
      .json<{ id: string; objectId: string; outcome: string }[]>()
      .find(({ objectId }) => objectId === sessionId);
    expect(event).toMatchObject({ outcome: 'fulfilled' });
    expect((await run(['events', 'list', '--outcome', 'fulfilled'])).out).toContain(event?.id);
    const replayed = await run(['events', 'replay', event?.id ?? '', '--json']);
    expect(replayed.json()).toMatchObject({
      type: 'checkout.session.completed',
      outcome: 'already_fulfilled',
    });
    expect(await run(['events', 'replay', 'evt_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('30 days'),
    });
  });
});

describe('customers and grants', () => {
  it('show tells everything known of an address or an account', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fod'], person.email);
    await unlockedIds(shop, person.idToken);
    const { out } = await run(['customers', 'show', person.email.toUpperCase()]);
    for (const part of [sessionId, 'fod', 'claimed', 'verified_email']) expect(out).toContain(part);
    const record = (await run(['customers', 'show', person.email, '--json'])).json<{
      identities: { accountId: string }[];
    }>();
    const accountId = record.identities.find((identity) => identity.accountId)?.accountId ?? '';
    expect((await run(['customers', 'show', accountId])).out).toContain(sessionId);
    expect(await run(['customers', 'show', 'no@address'])).toMatchObject({ code: 1 });
  });

  it('give, list and revoke a grant, each with a reason', async () => {
    const person = await newPerson(shop);
    const give = ['grants', 'give', person.email, 'coc_aatt', '--reason', 'won a competition', '--json'];
    const { grant } = (await run(give)).json<{ grant: number }>();
    expect(await unlockedIds(shop, person.idToken)).toEqual(['coc_aatt']);
    expect((await run(['grants', 'list', person.email])).out).toMatch(/coc_aatt +operator/);
    const revoke = ['grants', 'revoke', String(grant), '--reason', 'a mistake', '--yes'];
    expect((await run(revoke)).code).toBe(0);
    expect(await unlockedIds(shop, person.idToken)).toEqual([]);
    expect(await run(revoke)).toMatchObject({ code: 1 });
    expect(await run(['grants', 'revoke', 'all', '--reason', 'x', '--yes'])).toMatchObject({ code: 2 });
    expect(await run(['grants', 'give', person.email, 'chess', '--reason', 'x'])).toMatchObject({ code: 1 });
    expect(await run(['grants', 'give', person.email, 'fod', '--reason', ' '])).toMatchObject({ code: 1 });
  });

  it('export writes the copy of their data that a person may ask for', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fist'], person.email);
    const copy = (await run(['customers', 'export', person.email, '--json'])).json();
    expect(copy).toMatchObject({
      key: person.email,
      orders: [{ checkoutSessionId: sessionId }],
      grants: [{ adventureId: 'fist' }],
    });
    const out = join(directory, 'copy.json');
    expect((await run(['customers', 'export', person.email, '--out', out])).code).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ key: person.email });
    expect(await run(['customers', 'export', newEmail()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing is known'),
    });
  });

  it('erase takes unlocks, sessions and links away and keeps the payment', async () => {
    const person = await newPerson(shop);
    const { sessionId } = await buy(shop, ['fist'], person.email);
    await unlockedIds(shop, person.idToken);
    const erase = ['customers', 'erase', person.email, '--reason', 'asked by letter'];
    expect((await run(erase)).code).toBe(3);
    const erased = await run([...erase, '--yes']);
    expect(erased.out).toMatch(/^1 unlocks and 0 sessions erased, .* 1 payment records kept/);
    expect(erased.err).toContain('still in the user pool');
    await expect(unlockedIds(shop, person.idToken)).rejects.toThrow('unlocked-content answered 401');
    expect((await run(['orders', 'show', sessionId])).out).toContain('customer_erased');
    expect((await run(['actions', '--json'])).out).not.toContain(person.email);
  });

  it('never mixes two owners of one address', async () => {
    const first = await newPerson(shop);
    await buy(shop, ['fist'], first.email);
    await unlockedIds(shop, first.idToken);
    const second = shop.sandbox.identity.mintToken({
      use: 'id',
      claims: { sub: 'second-owner', 'cognito:username': 'second', email: first.email, email_verified: true },
    });
    await buy(shop, ['fod'], first.email);
    expect(await unlockedIds(shop, second)).toEqual(['fod']);
    for (const verb of ['export', 'erase']) {
      const reason = verb === 'erase' ? ['--reason', 'x', '--yes'] : [];
      const refused = await run(['customers', verb, first.email, ...reason]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('second-owner') });
    }
    expect((await run(['customers', 'erase', 'second-owner', '--reason', 'x', '--yes'])).code).toBe(0);
    await expect(unlockedIds(shop, second)).rejects.toThrow('unlocked-content answered 401');
    expect(await unlockedIds(shop, first.idToken)).toEqual(['fist']);
  });
});

describe('figures', () => {
  it('stats shows sales by product and day and redemptions by campaign, as bars, CSV and JSON', async () => {
    const fresh = await openShop();
    await buy(fresh, ['bundle-pre-order'], newEmail());
    await buy(fresh, ['fist'], newEmail());
    const today = new Date().toISOString().slice(0, 10);
    const text = (await admin(fresh.environment, ['stats'])).out;
    expect(text).toContain('2 sold, 750 SEK, 0 SEK given back');
    expect(text).toMatch(/bundle-pre-order {2}1, 500 SEK {2}█+\n/);
    expect(text).toMatch(new RegExp(`${today} {2}2, 750 SEK {2}█+`));
    const csv = (await admin(fresh.environment, ['stats', '--csv'])).out;
    expect(csv).toContain(
      `figure,key,count,sek\nproduct,bundle-pre-order,1,500\nproduct,fist,1,250\nday,${today},2,750\n`,
    );
    const json = (
      await admin(fresh.environment, ['stats', '--json', '--since', today, '--until', today])
    ).json();
    expect(json).toMatchObject({ live: false, byDay: [{ key: today, sold: 2, ore: 75_000 }] });
    await fresh.close();
  });

  it('stats refuses days that are none', async () => {
    expect(await run(['stats', '--since', '2026-02-30'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('2026-02-30'),
    });
    expect(await run(['stats', '--since', '2026-02-02', '--until', '2026-02-01'])).toMatchObject({ code: 1 });
  });

  it('actions lists who did what and why', async () => {
    const { codes } = await newCodes();
    await run(['codes', 'revoke', codes[0], '--yes', '--reason', 'seen in a forum', '--operator', 'olle']);
    const { out } = await run(['actions', '--most', '1']);
    expect(out).toMatch(/operator:olle +codes\.revoke +code \d+ +seen in a forum/);
  });
});

describe('reconcile', () => {
  it('brings in what the webhook lost, once, and says what it would do with --dry-run', async () => {
    shop.sandbox.stripe.setWebhookUrl(null);
    const { payUrl, sessionId } = await checkout(shop, ['fod'], newEmail());
    await press(payUrl, 'pay');
    await shop.sandbox.stripe.deliveriesSettled();
    shop.sandbox.stripe.setWebhookUrl(`${shop.url}/api/stripe/webhook`);
    const dry = await run(['reconcile', '--dry-run']);
    expect(dry.out).toMatch(new RegExp(`purchases missing +${sessionId}`));
    const purchasesOf = async (...options: string[]) =>
      (await run(['reconcile', '--json', ...options])).json<{ purchases: string[] }>().purchases;
    expect(await purchasesOf('--since', new Date().toISOString().slice(0, 10))).toEqual([sessionId]);
    expect(await purchasesOf()).toEqual([]);
  });
});

describe('the payment provider out of reach', () => {
  it('is 4: the same command may work later', async () => {
    const environment = { ...shop.environment, STRIPE_API_BASE: 'http://127.0.0.1:9' };
    const { code, err } = await admin(environment, ['orders', 'resync', 'cs_test_1']);
    expect(code).toBe(4);
    expect(err).toContain('try again');
  });
});
