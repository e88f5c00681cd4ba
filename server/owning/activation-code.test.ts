import { describe, expect, it } from 'vitest';
import { foldActivationCode, isMistypedCode, newActivationCode } from './activation-code.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

describe('an activation code of the shop', () => {
  it('is Crockford base32 in five groups of four, lower case, and never the same twice', () => {
    const codes = Array.from({ length: 1000 }, newActivationCode);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set(codes).size).toBe(1000);
  });

  it('uses every character of the alphabet about equally often in every place', () => {
    const columns = Array.from({ length: 20 }, () => new Map<string, number>());
    for (let made = 0; made < 6400; made += 1) {
      [...newActivationCode().replaceAll('-', '')].forEach((character, place) => {
        columns[place]?.set(character, (columns[place]?.get(character) ?? 0) + 1);
      });
    }
    for (const column of columns) {
      expect(column.size).toBe(32);
      // 200 expected of each; ten standard deviations either way.
      for (const count of column.values()) expect(Math.abs(count - 200)).toBeLessThan(140);
    }
  });

  it('with any one wrong character is known to be mistyped', () => {
    const code = newActivationCode().replaceAll('-', '');
    expect(isMistypedCode(code)).toBe(false);
    for (let place = 0; place < 20; place += 1) {
      for (const other of alphabet.replace(code[place] ?? '', '')) {
        expect(isMistypedCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(true);
      }
    }
  });

  it("with any two different characters in each other's place is known to be mistyped", () => {
    const code = [...newActivationCode().replaceAll('-', '')];
    for (let first = 0; first < 20; first += 1) {
      for (let second = first + 1; second < 20; second += 1) {
        if (code[first] === code[second]) continue;
        const swapped = code.with(first, code[second] ?? '').with(second, code[first] ?? '');
        expect(isMistypedCode(swapped.join(''))).toBe(true);
      }
    }
  });
});

describe('a typed code', () => {
  it.each([
    ['ABCD-EFGH', 'abcdefgh'],
    [' abcd efgh ', 'abcdefgh'],
    ['abcd–efgh', 'abcdefgh'],
    ['a_b-c', 'abc'],
    // Minus sign, soft hyphen, zero-width space, hyphen bullet, word joiner.
    ['ab\u2212cd\u00ad\u200bef\u2043gh\u2060', 'abcdefgh'],
    // Two spaces on a phone are a full stop; the others are copied along.
    ['abcd-efgh. ', 'abcdefgh'],
    ['“abcd-efgh”,', 'abcdefgh'],
    ['ab.cd', 'ab.cd'],
    ['O0o-iIlL1-U', '000111-11v'.replace('-', '')],
  ])('%j is compared as %j', (typed, folded) => {
    expect(foldActivationCode(typed)).toBe(folded);
  });

  it('of another format is not mistyped, only unknown', () => {
    for (const code of ['torch-lit-7k3m', 'kickstarter', '', 'ä'.repeat(20)]) {
      expect(isMistypedCode(code)).toBe(false);
    }
  });
});
