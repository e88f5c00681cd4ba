import { parseArgs } from 'node:util';

/**
 * The numbers of a benchmark that its caller may change, for example `--rounds 1 --seconds 1`. Options of other
 * benchmarks are left alone: `npm run bench` hands the same ones to all.
 * @throws when one is not a positive number
 */
export function benchOptions<T extends Record<string, number>>(usual: T): T {
  const options = Object.fromEntries(Object.keys(usual).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options, strict: false, allowPositionals: true });
  const chosen = Object.entries(usual).map(([name, value]) => {
    const given = values[name] === undefined ? value : Number(values[name]);
    if (!(given > 0)) throw new Error(`--${name} must be a number above 0`);
    return [name, given];
  });
  return Object.fromEntries(chosen) as T;
}

/** A word given as `--NAME WORD`; empty when there is none. */
function wordOption(name: string): string {
  const { values } = parseArgs({
    options: { [name]: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return String(values[name] ?? '');
}

/** `--only WORD`: limits a benchmark to the tables whose names contain it; empty for all. */
export const onlyOption = (): string => wordOption('only');

/** `--beside DIRECTORY`: another checkout of the site, installed and built, to be measured as well; empty for none. */
export const besideOption = (): string => wordOption('beside');

/**
 * `--phone cheap`: the processor of a cheap phone; otherwise Lighthouse's own preset.
 * @throws when it is neither
 */
export function phoneOption(): 'preset' | 'cheap' {
  const phone = wordOption('phone') || 'preset';
  if (phone !== 'preset' && phone !== 'cheap') throw new Error('--phone is preset or cheap');
  return phone;
}

/** `--of best`: each figure is that of its best round, for machines that others use as well; otherwise it is the median. */
export const countsBest = (): boolean => wordOption('of') === 'best';
