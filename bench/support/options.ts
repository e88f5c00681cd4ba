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

/** The word given as `--only WORD`, which limits a benchmark to the tables whose names contain it; empty for all. */
export function onlyOption(): string {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' } },
    strict: false,
    allowPositionals: true,
  });
  return String(values.only);
}
