import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportDesk, importDesk } from '#tests/support/import-desk.ts';

let desk: ImportDesk;
beforeEach(() => {
  desk = importDesk();
});
afterEach(() => desk.remove());

describe('Exports of crowdfunding sites', () => {
  const kickstarter = [
    'Backer Number,Backer UID,Backer Name,Email,Shipping Country,Reward Title,Reward Minimum,Pledge Amount,Pledged At,Rewards Sent?,Pledged Status,Notes',
    '1,11,Anna,anna@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,collected,',
    '2,12,Bo,bo@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,dropped,',
    '3,13,Ce,ce@example.com,SE,Hero,SEK 500,SEK 500,"2025/01/02, 10:00",,errored,',
    '',
  ].join('\n');
  const hero = ['--reward', 'Hero=fod-kickstarter'];

  it('are known by their columns, and only pledges that were paid unlock something', async () => {
    const { code, out, err } = await desk.run([
      'imports',
      'backers',
      desk.file('ks.csv', kickstarter),
      ...hero,
    ]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^1 lines brought in as import 1, 0 already in, 0 bad/),
    ]);
    expect(err).toContain('2 pledges were not paid, and unlock nothing:');
    expect(err).toContain('line 3: the pledge is "dropped", not paid');
    expect(await desk.owned('anna@example.com')).toEqual(['fod-kickstarter']);
    expect(await desk.owned('bo@example.com')).toEqual([]);

    const backerkit =
      'Backer Id,Backer Name,Backer Email,Pledge Level,Pledge Status\n7,Di,di@example.com,Hero,Paid\n';
    expect(await desk.run(['imports', 'backers', desk.file('bk.csv', backerkit), ...hero])).toMatchObject({
      code: 0,
    });
    expect(await desk.owned('di@example.com')).toEqual(['fod-kickstarter']);
  });

  it('with a state that nobody knows are refused, until the operator says that it means paid', async () => {
    const odd = desk.file(
      'odd.csv',
      'email,reward,pledge status\nanna@example.com,fod,settled\nbo@example.com,fod,\n',
    );
    const refused = await desk.run(['imports', 'backers', odd]);
    expect(refused.err).toContain('line 2: unknown state of a pledge "settled": say --paid-state "settled"');
    expect(refused.err).toContain('line 3: there is no state of the pledge');
    expect(refused.code).toBe(1);
    const args = ['imports', 'backers', odd, '--paid-state', 'Settled', '--skip-bad-lines'];
    expect(await desk.run(args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 lines brought in/),
    });
  });

  it('with unusual headings are read as the operator says', async () => {
    const unusual = desk.file('unusual.csv', 'Email,Contact,Tier\nold@example.com,new@example.com,fod\n');
    const without = await desk.run(['imports', 'backers', unusual]);
    expect(without.err).toMatch(
      /has no column reward; its first line names email, contact, tier\. --column says/,
    );
    const columns = ['--column', 'email=Contact', '--column', 'reward=tier'];
    expect(await desk.run(['imports', 'backers', unusual, ...columns])).toMatchObject({ code: 0 });
    expect(await desk.owned('new@example.com')).toEqual(['fod']);
    expect(await desk.owned('old@example.com')).toEqual([]);
    expect((await desk.run(['imports', 'backers', unusual, '--column', 'email=Nothing'])).err).toContain(
      'There is no column "nothing"',
    );
    expect((await desk.run(['imports', 'backers', unusual, '--column', 'price=Tier'])).err).toContain(
      'with a name out of email, reward, state',
    );
    const shop = desk.file('shop.csv', 'Customer,Billing Email,SKU\nAnna,shop@example.com,fist\n');
    expect(await desk.run(['imports', 'purchases', shop])).toMatchObject({ code: 0 });
    expect(await desk.owned('shop@example.com')).toEqual(['fist']);
  });

  const text = 'Email;Reward\njörn@example.com;Hjälte\n';
  it.each([
    ['UTF-8', Buffer.from(text), null],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    ['UTF-8 after a line sep=;', Buffer.from(`sep=;\r\n${text}`), null],
  ])('in %s keep their letters', async (_name, bytes, said) => {
    const source = desk.file('letters.csv', bytes);
    const { err, json } = await desk.run([
      ...['imports', 'backers', source, '--dry-run', '--json', '--reward', 'Hjälte=fod'],
    ]);
    // The address contains a character that is not allowed: the fault quotes it as written.
    expect(json<{ faults: { reason: string }[] }>().faults.map(({ reason }) => reason)).toEqual([
      '"jörn@example.com" is no e-mail address',
    ]);
    expect(err).toBe('');
    const told = await desk.run(['imports', 'backers', source, '--dry-run', '--reward', 'Hjälte=fod']);
    if (said === null) expect(told.err).not.toContain('was read as');
    else expect(told.err).toContain(`was read as ${said}.`);
  });

  it('count their lines as an editor does, also after a line sep=;', async () => {
    const source = desk.file('sep.csv', 'sep=;\nemail;reward\nnobody;fod\n');
    expect((await desk.run(['imports', 'backers', source])).err).toContain(
      'line 3: "nobody" is no e-mail address',
    );
  });
});
