import type { Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Account } from '#server/identity/identity-provider.ts';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import {
  addressGuessLimit,
  guessLimits,
  limitAddressGuesses,
  limitGuesses,
  typoLimits,
} from './guess-limit.ts';

const refusal = expect.objectContaining({ code: 'too_many_requests' });

function setUp() {
  const rateLimited = vi.fn();
  const limit = limitGuesses(countsInMemory, { rateLimited });
  const headers: Record<string, string[]> = {};
  /** Tries something that is there, or is not. */
  async function attempt(
    is: 'wrong' | 'mistyped' | 'right' | 'failing',
    {
      account = 'one',
      address = '192.0.2.1',
      until,
    }: { account?: string; address?: string; until?: Promise<void> } = {},
  ): Promise<string> {
    for (const name of Object.keys(headers)) delete headers[name];
    const response = {
      locals: { address },
      appendHeader(name: string, value: string) {
        headers[name] = [...(headers[name] ?? []), value];
      },
      set(name: string, value: string) {
        headers[name] = [value];
      },
    } as unknown as Response;
    const look = async () => {
      await until;
      if (is === 'failing') throw new Error('The database does not answer');
      return is;
    };
    return limit({ id: account } as Account, is === 'mistyped', response, look, (found) => found !== 'right');
  }
  const repeat = async (times: number, ...given: Parameters<typeof attempt>) => {
    for (let time = 0; time < times; time += 1) await attempt(...given);
  };
  return { attempt, repeat, headers, rateLimited };
}

describe('wrong codes', () => {
  it('are refused to an account past its limit, from whatever address, and to nobody else', async () => {
    const { attempt, repeat, headers, rateLimited } = setUp();
    await repeat(guessLimits.perAccount, 'wrong');
    expect(rateLimited).not.toHaveBeenCalled();
    await expect(attempt('right')).rejects.toEqual(refusal);
    expect(Number(headers['retry-after']?.[0])).toBeGreaterThan(14 * 60);
    expect(Number(headers['retry-after']?.[0])).toBeLessThanOrEqual(15 * 60);
    expect(rateLimited.mock.calls).toEqual([['wrong-codes-account']]);
    await expect(attempt('wrong', { address: '192.0.2.2' })).rejects.toThrow(
      'Too many wrong codes. Try again in 15 minutes.',
    );
    await expect(attempt('right', { account: 'two' })).resolves.toBe('right');
  });

  it('are refused to an address past its limit, whoever asks', async () => {
    const { attempt, repeat, rateLimited } = setUp();
    for (let account = 0; account < guessLimits.perAddress; account += 1)
      await attempt('wrong', { account: `account ${account}` });
    await expect(attempt('right', { account: 'another' })).rejects.toEqual(refusal);
    expect(rateLimited).toHaveBeenCalledWith('wrong-codes');
    await repeat(1, 'right', { account: 'another', address: '192.0.2.2' });
  });

  it('of a household with IPv6 count together, of a larger network twice as many', async () => {
    const { attempt } = setUp();
    const guess = (address: string, account: number) =>
      attempt('wrong', { account: `account ${account}`, address });
    for (let each = 0; each < guessLimits.perAddress; each += 1)
      await guess(`2001:db8:1:1::${each + 1}`, each);
    await expect(guess('2001:db8:1:1::ffff', 1000)).rejects.toEqual(refusal);
    for (let each = 0; each < guessLimits.perAddress; each += 1) await guess('2001:db8:1:2::1', 100 + each);
    await expect(guess('2001:db8:1:3::1', 1001)).rejects.toThrow('Too many wrong codes');
  });

  it('are none where what was tried is there, or could not be looked up', async () => {
    const { attempt, repeat } = setUp();
    await repeat(guessLimits.perAccount * 2, 'right');
    for (let time = 0; time < guessLimits.perAccount * 2; time += 1)
      await expect(attempt('failing')).rejects.toThrow('The database does not answer');
    await expect(attempt('right')).resolves.toBe('right');
  });

  it('that are tried at the same time all count', async () => {
    const { attempt } = setUp();
    const tries = Array.from({ length: guessLimits.perAccount * 3 }, () => attempt('wrong'));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(guessLimits.perAccount);
  });

  it('are to be tried again in seconds where only tries under way fill the count, and later where wrong ones do', async () => {
    const { attempt, repeat, headers } = setUp();
    const found = Promise.withResolvers<void>();
    const begin = (times: number) =>
      Array.from({ length: times }, () => attempt('right', { until: found.promise }));
    await repeat(guessLimits.perAccount - 2, 'wrong');
    const underWay = begin(2);
    await expect(attempt('right')).rejects.toThrow('Too many codes at a time. Try again in 5 seconds.');
    expect(headers['retry-after']).toEqual(['5']);
    found.resolve();
    await Promise.all(underWay);
    await repeat(2, 'wrong');
    // Those that are refused at the same time fill nothing.
    for (const outcome of await Promise.allSettled(begin(3)))
      expect(outcome).toMatchObject({
        reason: { message: 'Too many wrong codes. Try again in 15 minutes.' },
      });
    expect(Number(headers['retry-after']?.[0])).toBeGreaterThan(14 * 60);
  });

  it('are to be tried again in seconds as long as one of several is under way, however the others ended', async () => {
    const { attempt, repeat } = setUp();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await repeat(guessLimits.perAccount - 2, 'wrong');
    const first = attempt('wrong', { until: one.promise });
    const second = attempt('right', { until: other.promise });
    one.resolve();
    await first;
    await expect(attempt('right')).rejects.toThrow('Try again in 5 seconds.');
    other.resolve();
    await second;
    await expect(attempt('right')).resolves.toBe('right');
  });

  it('say beforehand how many are left, in RateLimit headers', async () => {
    const { attempt, headers } = setUp();
    await attempt('wrong');
    await attempt('wrong');
    expect(headers['ratelimit']?.[0]).toMatch(/^"wrong-codes-account"; r=9; t=\d+$/);
    expect(headers['ratelimit-policy']).toContain('"wrong-codes-account"; q=10; w=900');
    expect(headers['ratelimit-policy']).toContain('"wrong-codes"; q=50; w=900');
    expect(headers['ratelimit-policy']).toContain('"mistyped-codes-account"; q=100; w=900');
  });

  it('that no shop can have made count apart, and ten times as many are fine', async () => {
    const { attempt, repeat, headers, rateLimited } = setUp();
    await repeat(2, 'mistyped');
    await attempt('right');
    await attempt('wrong');
    expect(headers['ratelimit']?.join()).toMatch(
      /"wrong-codes-account"; r=10;.*"mistyped-codes-account"; r=98;/,
    );
    await repeat(typoLimits.perAccount - 2, 'mistyped');
    await expect(attempt('mistyped')).rejects.toThrow('Too many wrong codes. Try again in 15 minutes.');
    expect(rateLimited.mock.calls).toEqual([['mistyped-codes-account']]);
    expect(typoLimits).toEqual({ perAccount: 100, perAddress: 500 });
    expect(guessLimits).toEqual({ windowSeconds: 900, perAccount: 10, perAddress: 50 });
  });

  it('of IPv6 count under a name for each size of network', async () => {
    const { attempt, headers } = setUp();
    await attempt('wrong', { address: '2001:db8::1' });
    const policies = ['-account"; q=10', '"; q=50', '-56"; q=100', '-48"; q=200'].map(
      (size) => `"wrong-codes${size}; w=900`,
    );
    expect(headers['ratelimit-policy']?.filter((policy) => policy.startsWith('"wrong'))).toEqual(policies);
  });

  it('that were given back after their window had ended take nothing from the next one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { attempt, repeat } = setUp();
    const found = Promise.withResolvers<void>();
    const late = attempt('right', { until: found.promise });
    vi.advanceTimersByTime(guessLimits.windowSeconds * 1000);
    await repeat(guessLimits.perAccount, 'wrong');
    found.resolve();
    await late;
    await expect(attempt('wrong')).rejects.toEqual(refusal);
  });

  it('are fine again when the window is over, which Retry-After says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { attempt, repeat, headers } = setUp();
    await repeat(guessLimits.perAccount, 'wrong');
    vi.advanceTimersByTime(10 * 60 * 1000);
    await expect(attempt('right')).rejects.toThrow('Try again in 5 minutes.');
    expect(headers['retry-after']).toEqual(['300']);
    vi.advanceTimersByTime(300_000);
    await expect(attempt('right')).resolves.toBe('right');
  });
});

it('Wrong addresses are refused for an order past its limit, from wherever they come, and for no other order', async () => {
  const rateLimited = vi.fn();
  const limit = limitAddressGuesses(countsInMemory, { rateLimited });
  const set = vi.fn();
  const type = (orderId: string, address: 'wrong' | 'right') => {
    const response = { locals: { address: '192.0.2.1' }, set, appendHeader: vi.fn() } as unknown as Response;
    return limit(
      orderId,
      response,
      async () => address,
      (found) => found === 'wrong',
    );
  };
  for (let time = 0; time < addressGuessLimit.perOrder; time += 1) {
    expect(await type('cs_1', 'right')).toBe('right');
    expect(await type('cs_1', 'wrong')).toBe('wrong');
  }
  await expect(type('cs_1', 'right')).rejects.toMatchObject({
    ...{ code: 'too_many_requests', message: 'Too many wrong addresses. Try again in 24 hours.' },
  });
  expect(rateLimited.mock.calls).toEqual([['wrong-addresses']]);
  expect(set).toHaveBeenCalledWith('retry-after', expect.stringMatching(/^86[34]\d\d$/));
  expect(await type('cs_2', 'right')).toBe('right');
});
