import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin } from '#tests/support/admin.ts';
import { bearer } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

const redeem = (activationCode: string, idToken: string) =>
  fetch(`${desk.shop.url}/api/use-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(idToken) },
    body: JSON.stringify({ activationCode }),
  });

describe('codes', () => {
  it('create prints the codes alone, so that they can be piped, and what they are beside them', async () => {
    const { code, out, err } = await desk.run([
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
    const out = desk.path('new-codes.csv');
    const args = ['codes', 'create', '--campaign', 'File', '--unlocks', 'fod', '--count', '2', '--out', out];
    expect((await desk.run(args)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^code,campaign,unlocks.*\n.{24},File,fod/);
    expect(await desk.run(args)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
    const nowhere = [...args.slice(0, -1), desk.path('no-folder/codes.csv')];
    expect(await desk.run(nowhere)).toMatchObject({ code: 1, err: expect.stringContaining('Make it first') });
    // Codes that could not be written to the file do not exist.
    const { out: list } = await desk.run(['codes', 'list', '--campaign', 'File']);
    expect(list.trim().split('\n')).toHaveLength(2);
    expect(await desk.run(['codes', 'list', '--campaign', 'Fil'])).toMatchObject({
      ...{ code: 0, out: '(none)\n', err: 'No batch is for a campaign Fil. "codes list" shows all.\n' },
    });
    const refused = [...args.slice(0, -1), desk.path('refused.csv'), '--expires', '2020-01-01'];
    expect(await desk.run(refused)).toMatchObject({ code: 1, err: expect.stringContaining('in the past') });
    expect(existsSync(desk.path('refused.csv'))).toBe(false);
  });

  it.each([
    [['--count', '0'], 2, 'Expected a whole number of at least 1, not "0".'],
    [['--count', '1', '--unlocks', 'all'], 1, 'Nothing is called all'],
    [['--count', '1', '--expires', '2020-01-01'], 1, 'lies in the past'],
    [['--count', '1', '--expires', 'tomorrow'], 2, 'Expected a day'],
  ])('create refuses %j', async (options, code, words) => {
    const args = ['codes', 'create', '--campaign', 'x', '--unlocks', 'fod', ...options];
    expect(await desk.run(args)).toMatchObject({ code, err: expect.stringContaining(words) });
  });

  it('show tells who redeemed a code and when, however it is typed', async () => {
    const { codes } = await desk.newCodes();
    const person = await newPerson(desk.shop);
    await redeem(codes[0], person.idToken);
    const shown = await desk.run(['codes', 'show', codes[0].toUpperCase().replaceAll('-', ' '), '--json']);
    expect(shown.json()).toMatchObject({ code: codes[0], redemptions: [{ accountId: expect.any(String) }] });
    expect((await desk.run(['codes', 'show', codes[0]])).out).toMatch(/used +1 of 1/);
  });

  it('export and import carry a batch to another database', async () => {
    const { batchId, codes } = await desk.newCodes('--expires', '2099-01-31', '--uses', '3');
    const exported = await desk.run(['codes', 'export', '--batch', String(batchId)]);
    const elsewhere = { ...desk.shop.environment, DATABASE_FILE: desk.path('elsewhere.sqlite') };
    expect(await admin(elsewhere, ['database', 'create'])).toMatchObject({ code: 0 });
    const args = ['codes', 'import', desk.file('carried.csv', exported.out)];
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

  it('export gives the same codes as CSV, as JSON and in a file for its owner alone, in however many pieces they are read', async () => {
    const args = ['--campaign', 'Pieces', '--unlocks', 'fod', '--count', '1100', '--json'];
    const made = (await desk.run(['codes', 'create', ...args])).json<{ codes: string[] }>();
    const csv = (await desk.run(['codes', 'export', '--campaign', 'Pieces'])).out;
    const [heading, ...lines] = csv.trimEnd().split('\n');
    expect(heading).toMatch(/^code,campaign,unlocks,expires,uses,batch,/);
    expect(lines.map((line) => line.split(',')[0])).toEqual(made.codes);
    const json = await desk.run(['codes', 'export', '--campaign', 'Pieces', '--json']);
    expect(json.json<{ code: string }[]>().map(({ code }) => code)).toEqual(made.codes);
    expect(json.out).toBe(`${JSON.stringify(json.json(), null, 2)}\n`);
    const out = desk.path('pieces.csv');
    const toFile = ['codes', 'export', '--campaign', 'Pieces', '--out', out];
    const said = await desk.run(toFile);
    expect(said).toMatchObject({ code: 0, out: '' });
    // Where it takes more than a second, it says how far it is.
    expect(said.err).toMatch(new RegExp(`^(Written codes .*\\n)*1100 codes in ${out}\\.\\n$`));
    expect(readFileSync(out, 'utf8')).toBe(csv);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(await desk.run(toFile)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
    const none = ['codes', 'export', '--campaign', 'nobody'];
    const refused = { code: 1, out: '', err: expect.stringContaining('There are no such codes.') };
    expect(await desk.run(none)).toMatchObject(refused);
    // No file that looks like a good one.
    const file = desk.path('none.csv');
    expect(await desk.run([...none, '--out', file])).toMatchObject(refused);
    expect(existsSync(file)).toBe(false);
  });

  it('import says which codes are here otherwise than in the file, also before; change corrects what nobody has redeemed', async () => {
    const { batchId, codes } = await desk.newCodes('--expires', '2098-01-31');
    const text = `code,unlocks,expires\n${codes[0]},fist,2098-01-31\n${codes[1]},fod,2099-01-31\n`;
    const args = ['codes', 'import', desk.file('corrected.csv', text), '--campaign', 'C'];
    const differs = expect.stringMatching(
      new RegExp(
        `^1 codes are here already, differ.+\nline 3, in batch ${batchId}: unlocks, expires\n"codes change`,
      ),
    );
    expect(await desk.run([...args, '--dry-run'])).toMatchObject({
      ...{ code: 1, out: '2 good lines, 0 bad. Nothing was changed.\n', err: differs },
    });
    expect(await desk.run(args)).toMatchObject({
      ...{ code: 1, out: '0 codes brought in, 2 were there already.\n', err: differs },
    });
    const change = ['codes', 'change', '--batch', `${batchId}`, '--reason', 'misprinted'];
    const both = [...change, '--expires', '2099-01-31', '--unlocks', 'fod'];
    expect(await desk.run(both)).toMatchObject({
      code: 3,
      err: expect.stringContaining(`batch ${batchId}, C`),
    });
    expect(await desk.run([...both, '--yes'])).toMatchObject({
      ...{ code: 0, out: '2 changed. What was redeemed is as it was.\n' },
    });
    expect((await desk.run(args)).err).toContain('line 2, in batch');
    expect((await desk.run([...change, '--expires', 'never', '--yes'])).code).toBe(0);
    expect((await desk.run(['codes', 'show', codes[0]])).out).toMatch(
      /^unlocks +fod\n(.+\n)+expires +never$/m,
    );
    expect(await desk.run([...change, '--yes'])).toMatchObject({ code: 1 });
  });

  it.each([
    ['--expires', '2099-01-31', 'None of its codes has uses left.'],
    ['--unlocks', 'fist', 'Each of its codes has been redeemed by somebody'],
  ])('change that finds nothing to change is a failure, and says why: %s', async (option, value, why) => {
    const { codes, batchId } = await desk.newCodes();
    for (const code of codes) {
      const person = await newPerson(desk.shop);
      await redeem(code, person.idToken);
    }
    const args = ['codes', 'change', '--batch', `${batchId}`, option, value];
    expect(await desk.run([...args, '--reason', 'longer', '--yes'])).toMatchObject({
      ...{ code: 1, out: '0 changed. What was redeemed is as it was.\n', err: expect.stringContaining(why) },
    });
  });

  it('import changes nothing while a line is bad, and names each', async () => {
    const text = 'code;unlocks;uses\nfine;fod;1\n;fod;1\nodd;everything;1\nmany;fod;-1\n';
    const args = ['codes', 'import', desk.file('bad-codes.csv', text), '--campaign', 'Bad'];
    const { code, out, err } = await desk.run(args);
    expect(code).toBe(1);
    expect(out).toBe('1 good lines, 3 bad. Nothing was changed.\n');
    expect(err).toMatch(
      /^line 3: there is no code\nline 4: Nothing is called everything.*\nline 5: Expected a whole number/,
    );
    expect((await desk.run(['codes', 'show', 'fine'])).code).toBe(1);
  });

  it('revoke and unrevoke take one code, a batch or a campaign, but only one of them', async () => {
    const { codes, batchId } = await desk.newCodes();
    expect((await desk.run(['codes', 'revoke', codes[0], '--yes', '--reason', 'leaked'])).out).toBe(
      '1 changed.\n',
    );
    expect((await desk.run(['codes', 'revoke', '--batch', String(batchId), '--yes'])).out).toBe(
      '1 changed, 1 were so already.\n',
    );
    expect((await desk.run(['codes', 'unrevoke', codes[0], '--yes'])).out).toBe('1 changed.\n');
    expect(await desk.run(['codes', 'revoke', codes[0], '--batch', '1', '--yes'])).toMatchObject({ code: 1 });
    expect(await desk.run(['codes', 'unrevoke', '--campaign', 'nobody', '--yes'])).toMatchObject({ code: 1 });
  });
});
