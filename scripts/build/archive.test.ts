import { afterEach, describe, expect, it } from 'vitest';
import { archiveOf } from './archive.ts';

const timeZone = process.env['TZ'];
afterEach(() => {
  if (timeZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = timeZone;
});

describe('an archive', () => {
  it('has the same bytes whenever and wherever it is made, and in whatever order its files are given', async () => {
    const files: [string, string][] = [
      ['b.txt', 'second'],
      ['a/a.txt', 'first'.repeat(100)],
    ];
    process.env['TZ'] = 'Pacific/Auckland';
    const there = await archiveOf(new Map(files));
    process.env['TZ'] = 'America/Los_Angeles';
    const here = await archiveOf(new Map(files.toReversed()));
    expect(Buffer.compare(Buffer.from(there), Buffer.from(here))).toBe(0);
    expect(Buffer.from(there).includes('a/a.txt')).toBe(true);
    expect(there.length).toBeLessThan(400);
  });
});
