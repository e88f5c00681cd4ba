import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessLimits, typoLimits } from '#server/http/guess-limit.ts';
import type { UseCodeResponse } from '#shared/api/use-code.ts';
import { admin } from '#tests/support/admin.ts';
import { bearer, redeemCode, unlockedIds } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
let now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: () => now });
});
afterAll(() => shop.close());

const post = (idToken: string, code: string) => redeemCode(shop, code, bearer(idToken));
const redeem = async (idToken: string, code: string): Promise<UseCodeResponse> =>
  (await post(idToken, code)).body;
/** A token of an account that never signed up: only its identity matters here. */
const somebody = (sub: string) =>
  shop.sandbox.identity.mintToken({
    use: 'id',
    claims: { sub, 'cognito:username': sub, email: `${sub}@example.com`, email_verified: true },
  });

async function newCodes(...options: string[]): Promise<string[]> {
  const args = ['codes', 'create', '--campaign', 'test', '--json', ...options];
  const run = await admin(shop.environment, args, { clock: () => now });
  expect(run.err).toBe('');
  return run.json<{ codes: string[] }>().codes;
}
async function newCode(...options: string[]): Promise<string> {
  const [code = ''] = await newCodes('--count', '1', '--unlocks', 'fist', ...options);
  return code;
}

describe('an activation code of a batch', () => {
  it('unlocks everything it stands for, several ids at once', async () => {
    const [code = ''] = await newCodes('--count', '1', '--unlocks', 'fod,coc_aatt');
    const answer = await redeem(somebody('several'), code);
    expect(answer).toMatchObject({ valid: true, error: null });
    expect(answer.unlocks.toSorted()).toEqual(['coc_aatt', 'fod']);
    expect((await unlockedIds(shop, somebody('several'))).toSorted()).toEqual(['coc_aatt', 'fod']);
  });

  it.each([
    ['upper case', (code: string) => code.toUpperCase()],
    ['spaces in place of dashes', (code: string) => `  ${code.replaceAll('-', ' ')} `],
    ['no dashes', (code: string) => code.replaceAll('-', '')],
    ["a typographer's dashes", (code: string) => code.replaceAll('-', '–')],
    [
      'look-alike letters',
      (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('v', 'u'),
    ],
  ])('is accepted with %s', async (name, change) => {
    const code = await newCode();
    expect(await redeem(somebody(`typed ${name.replaceAll(/\W/g, '-')}`), change(code))).toMatchObject({
      valid: true,
    });
  });

  it('works until its expiry and is then answered code_revoked', async () => {
    const code = await newCode('--expires', now.toISOString().slice(0, 10));
    const before = now;
    now = new Date(`${now.toISOString().slice(0, 10)}T23:59:59.999Z`);
    expect(await redeem(somebody('late'), code)).toMatchObject({ valid: false, error: 'code_revoked' });
    now = before;
    expect(await redeem(somebody('in-time'), code)).toMatchObject({ valid: true });
  });

  it('for a limited number of accounts goes to each of them once', async () => {
    const code = await newCode('--uses', '2');
    expect(await redeem(somebody('first-of-two'), code)).toMatchObject({ valid: true });
    expect(await redeem(somebody('first-of-two'), code)).toMatchObject({ valid: true });
    expect(await redeem(somebody('second-of-two'), code)).toMatchObject({ valid: true });
    expect(await redeem(somebody('third-of-two'), code)).toMatchObject({ error: 'code_already_used' });
  });

  it('does not give back to an account what an operator took from it', async () => {
    const code = await newCode('--uses', '5');
    await redeem(somebody('taken'), code);
    const list = await admin(shop.environment, ['grants', 'list', 'taken', '--json']);
    const [grant] = list.json<{ id: number }[]>();
    await admin(shop.environment, ['grants', 'revoke', String(grant?.id), '--reason', 'test', '--yes']);
    expect(await redeem(somebody('taken'), code)).toMatchObject({ error: 'code_already_used' });
  });

  it('that was revoked works again when that is taken back', async () => {
    const code = await newCode();
    await admin(shop.environment, ['codes', 'revoke', code, '--yes']);
    expect(await redeem(somebody('again'), code)).toMatchObject({ error: 'code_revoked' });
    await admin(shop.environment, ['codes', 'unrevoke', code, '--yes']);
    expect(await redeem(somebody('again'), code)).toMatchObject({ valid: true });
  });

  it('redeemed by 200 clients at once is one success and 199 times code_already_used', async () => {
    const code = await newCode();
    const tokens = Array.from({ length: 200 }, (_, index) => somebody(`crowd-${index}`));
    const answers = await Promise.all(tokens.map((token) => redeem(token, code)));
    expect(answers.filter((answer) => answer.valid)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error === 'code_already_used')).toHaveLength(199);
  });

  it('redeemed by the same account twice, also at once, is one redemption with one answer', async () => {
    const code = await newCode();
    const answers = await Promise.all([redeem(somebody('twice'), code), redeem(somebody('twice'), code)]);
    const answer = { valid: true, error: null, unlocks: ['fist'] };
    expect([...answers, await redeem(somebody('twice'), code)]).toEqual([answer, answer, answer]);
    const show = await admin(shop.environment, ['codes', 'show', code, '--json']);
    expect(show.json<{ redemptions: unknown[] }>().redemptions).toHaveLength(1);
  });
});

describe('codes of other formats', () => {
  it('still redeem when imported, as they stand and without their separators', async () => {
    const file = `${shop.config.downloadsDir}-old.csv`;
    writeFileSync(file, 'code\nOLD_Shop-2019/001\nABC-10\nABCIO\n');
    const run = await admin(shop.environment, [
      'codes',
      'import',
      file,
      '--campaign',
      'old',
      '--unlocks',
      'fist',
    ]);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('3 codes brought in') });
    expect(await redeem(somebody('old-as-is'), 'old_shop-2019/001')).toMatchObject({ valid: true });
    // Two codes that differ only in look-alikes are distinguished; input that matches both matches neither.
    expect(await redeem(somebody('old-10'), 'abc-10')).toMatchObject({ valid: true });
    expect(await redeem(somebody('old-io'), 'ABCIO')).toMatchObject({ valid: true });
    expect(await redeem(somebody('old-none'), 'abc io')).toMatchObject({ error: 'code_not_found' });
  });
});

describe('guessing', () => {
  /** The code with its last character replaced by the next of the alphabet. */
  const mistyped = (code: string) => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    const next = alphabet[(alphabet.indexOf(code.at(-1) ?? '') + 1) % alphabet.length];
    return `${code.slice(0, -1)}${next}`;
  };

  it('a typo that fails the check character is code_not_found and does not count as a guess', async () => {
    const code = await newCode();
    const { idToken } = await newPerson(shop);
    for (let times = 0; times < guessLimits.perAccount + 5; times += 1) {
      expect(await redeem(idToken, mistyped(code))).toEqual({
        valid: false,
        error: 'code_not_found',
        unlocks: [],
      });
    }
    expect(await redeem(idToken, code)).toMatchObject({ valid: true });
  });

  it('without an end is stopped for typos too', async () => {
    const code = await newCode();
    const token = somebody('machine');
    for (let times = 0; times < typoLimits.perAccount; times += 1) await redeem(token, mistyped(code));
    expect((await post(token, code)).status).toBe(429);
  });
});
