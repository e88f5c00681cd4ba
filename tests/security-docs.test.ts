import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressGuessLimit, guessLimits } from '#server/http/guess-limit.ts';
import { limits } from '#server/http/rate-limits.ts';
import { mostStreams } from '#server/http/streams.ts';
import { closingsASecond, lookUpsASecond } from '#server/providers/stripe/look-ups.ts';

/**
 * The requirements of OWASP ASVS 5.0.0 (github.com/OWASP/ASVS, tag v5.0.0_release): a line a chapter, a text a section, a
 * digit a requirement, which is its level.
 */
const standard: readonly (readonly string[])[] = [
  ['22', '1111122223', '112222222223', '222', '123'],
  ['122', '112', '12223', '23'],
  ['3', '113', '12223', '11222233', '11122333', '3', '22333'],
  ['12233', '23333', '22', '1222'],
  ['2', '112333', '113', '222'],
  ['122', '111111112222', '11223333', '112233', '22222333', '2223', '33', '2222'],
  ['222', '1111', '22', '11222', '223', '22'],
  ['1233', '1123', '133', '23'],
  ['111', '1222'],
  ['22', '223', '22223', '1111122222233333', '22222', '22', '222'],
  ['2233', '22233', '11233', '1222', '23', '23', '33'],
  ['12233', '11', '22223'],
  ['2333', '222223', '2233', '1222233'],
  ['22', '12223333', '122'],
  ['12233', '12233', '1222222', '3333'],
  ['2', '22222', '2222', '222', '2223'],
  ['23', '22223333', '22'],
];

/** Ids of the requirements up to level 2, with their level. */
const wanted = standard.flatMap((sections, chapter) =>
  sections.flatMap((levels, section) =>
    [...levels].flatMap((level, requirement) =>
      Number(level) > 2 ? [] : [[`${chapter + 1}.${section + 1}.${requirement + 1}`, level] as const],
    ),
  ),
);

const page = readFileSync('docs/asvs.md', 'utf8');
const security = readFileSync('docs/security.md', 'utf8');

/** The cells of the tables of a text, but for headings. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split(' | '))
    .filter(([first]) => first !== '---');

const requirements = rowsOf(page)
  .filter(([first]) => first !== 'Id')
  .map(([id = '', level = '', asks = '', met = '', where = '', ...more]) => {
    expect(more).toEqual([]);
    return {
      id,
      level,
      asks,
      met,
      where,
      paths: [...where.matchAll(/`([^` ]*[./][^` ]*)`/g)].map(([, path = '']) => path),
    };
  });

/** What is no path although it is written like one. */
const noPaths = /^(__Host-|Object\.|http:$)/;

describe('docs/asvs.md', () => {
  it('has every requirement of the levels 1 and 2 once, in the order of the standard, with its level', () => {
    expect(requirements.map(({ id, level }) => [id, level])).toEqual(wanted);
    expect(wanted).toHaveLength(253);
  });

  it('says of each what it asks for, whether it is met, and where or why not', () => {
    for (const { id, asks, met, where } of requirements) {
      expect([id, met]).toEqual([id, expect.stringMatching(/^(yes|partly|no|n\/a)$/)]);
      expect([id, asks.length > 3, where.length > 3]).toEqual([id, true, true]);
    }
  });

  it('names files that are there, each in full', () => {
    const paths = requirements.flatMap(({ id, paths }) => paths.map((path) => [id, path] as const));
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.filter(([, path]) => !noPaths.test(path) && !existsSync(path))).toEqual([]);
  });

  it('names a test for what is met by code', () => {
    const ofCode = requirements.filter(
      ({ met, paths }) => met === 'yes' && paths.some((path) => /^(server|client)\//.test(path)),
    );
    const untested = ofCode.filter(({ paths }) => !paths.some((path) => /\.(test|spec)\.ts$/.test(path)));
    // A field that lacks something, and what Node brings.
    expect(untested.map(({ id }) => id)).toEqual(['6.2.7', '6.4.2', '11.2.1']);
  });
});

describe('docs/security.md', () => {
  it('counts what docs/asvs.md says, by chapter and in all', () => {
    const counts = standard.map((_, index) => {
      const own = requirements.filter(({ id }) => id.startsWith(`${index + 1}.`));
      return ['yes', 'partly', 'no', 'n/a'].map((answer) =>
        String(own.filter(({ met }) => met === answer).length),
      );
    });
    const told = rowsOf(security).filter(([first]) => /^V\d+ /.test(first ?? ''));
    expect(told.map(([, ...cells]) => cells)).toEqual(counts);
    const totals = counts[0]?.map((_, answer) =>
      String(counts.reduce((sum, chapter) => sum + Number(chapter[answer]), 0)),
    );
    const sentence = /(\d+) are met, (\d+) partly, (\d+)\s+not, and (\d+) do not apply/.exec(security);
    expect(sentence?.slice(1)).toEqual(totals);
  });

  it('names what is not met, or not whole, by its id', () => {
    const [, section = ''] = security.split('## OWASP ASVS 5.0');
    const told = new Set(section.match(/\b\d+\.\d+\.\d+\b/g));
    const open = requirements.filter(({ met }) => met === 'partly' || met === 'no').map(({ id }) => id);
    expect([...told].toSorted()).toEqual(open.toSorted());
  });

  it('tells how much each limit lets through: who raises one changes what it says', () => {
    const left: Record<string, number> = { ...limits };
    const of = (policy: keyof typeof limits) => {
      delete left[policy];
      return limits[policy].toLocaleString('sv-SE').replace(/\s/g, ' ');
    };
    const told = Object.fromEntries(rowsOf(security).map(([what, , limit]) => [what, limit]));
    const bought = `${of('checkout')}, ${of('orders')}, ${of('withdrawals')} and ${of('corrections')} for an address`;
    const ofAccount = `${of('checkout-account')} checkouts, ${of('orders-account')} lists of orders for an account`;
    const asked = `${lookUpsASecond.unknown} look-ups of unknown ids and ${closingsASecond} closings`;
    for (const [what, words] of [
      ['Checkouts, orders, withdrawals, corrections', bought],
      ['Checkouts, orders, withdrawals, corrections', `${of('checkout-burst')} checkouts in ten seconds`],
      ['Checkouts, orders, withdrawals, corrections', ofAccount],
      ['Checkouts, orders, withdrawals, corrections', asked],
      ["Claims, requests for the links of one's orders", `${of('claims')} and ${of('order-links')} for an`],
      ['Sessions', `${of('session')} for an address, ${of('session-account')} begun for an account`],
      [
        'Wrong codes',
        `${guessLimits.perAccount} for an account and ${guessLimits.perAddress} for an address`,
      ],
      ['Wrong addresses of a declared withdrawal', `${addressGuessLimit.perOrder} for an order in a day`],
      ['Web Vitals reports', `${of('web-vitals')} for an address`],
      ['Downloads', `${mostStreams} for an address`],
    ] as const)
      expect(told[what]).toContain(words);
    expect(left).toEqual({});
  });

  it('names tests that are there', () => {
    const [, threats = ''] = security.split('## Threat model');
    const named = rowsOf(threats.split('## Signing in')[0] ?? '')
      .map((cells) => cells.at(-1) ?? '')
      .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(50);
    const kinds = ['test.ts', 'spec.ts', 'thorough.test.ts', 'thorough.spec.ts'];
    const places = (name: string) => [
      name,
      ...['tests/hardening', 'tests', 'server'].flatMap((room) =>
        kinds.map((kind) => `${room}/${name}.${kind}`),
      ),
    ];
    const missing = named.filter(
      (name) => !name.startsWith('npm run ') && !places(name).some((place) => existsSync(place)),
    );
    expect(missing).toEqual([]);
  });
});
