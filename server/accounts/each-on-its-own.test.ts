import { expect, it } from 'vitest';
import { eachOnItsOwn } from './each-on-its-own.ts';

/** Does it for each number, fails for some of them, and tells which were tried. */
async function tried(numbers: readonly number[], failing: readonly number[]) {
  const seen: number[] = [];
  const done = eachOnItsOwn(numbers, async (number) => {
    seen.push(number);
    if (failing.includes(number)) throw new Error(`${number} fails`);
  });
  const failure = await done.then(
    () => null,
    (error: Error) => error.message,
  );
  return { seen, failure };
}

it('does it for each, also when it fails for some, and tells of the first failure', async () => {
  expect(await tried([1, 2, 3], [])).toEqual({ seen: [1, 2, 3], failure: null });
  expect(await tried([1, 2, 3, 4, 5, 6], [2, 3, 5, 6])).toEqual({
    ...{ seen: [1, 2, 3, 4, 5, 6], failure: '2 fails' },
  });
});

it('ends after three failures in a row: an outage is waited for by nobody', async () => {
  expect(await tried([1, 2, 3, 4, 5, 6], [1, 3, 4, 5])).toEqual({
    seen: [1, 2, 3, 4, 5],
    failure: '1 fails',
  });
});

it('begins no other once it is to stop, and still tells of a failure before', async () => {
  const stopping = new AbortController();
  const seen: number[] = [];
  const work = async (number: number) => {
    seen.push(number);
    if (number === 2) stopping.abort();
    if (number === 1) throw new Error('1 fails');
  };
  await expect(eachOnItsOwn([1, 2, 3], work, stopping.signal)).rejects.toThrow('1 fails');
  expect(seen).toEqual([1, 2]);
});
