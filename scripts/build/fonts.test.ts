import { describe, expect, it } from 'vitest';
import { firstCharacters, fontRules } from './fonts.ts';

const rule = (name: string, rest: string) => `@font-face { src: url("site-fonts/${name}.woff2"); ${rest} }`;

describe('Each font file holds the weights and the characters that its rule names', () => {
  it('reads single characters, ranges and one weight or two', () => {
    const css = rule('text', 'font-weight: 400 750; unicode-range: U+41-43, U+20AC;');
    expect(fontRules(css)).toEqual([{ name: 'text', weights: [400, 750], characters: 'ABC€' }]);
    expect(fontRules(rule('display', 'font-weight: 490; unicode-range: U+61;'))).toEqual([
      { name: 'display', weights: [490, 490], characters: 'a' },
    ]);
  });

  it('leaves fonts of the system alone, and refuses a rule that says too little', () => {
    expect(fontRules('@font-face { src: local("Arial"); }')).toEqual([]);
    expect(() => fontRules(rule('text', 'font-weight: 400;'))).toThrow('unicode-range');
  });

  it('the first fonts can write what Swedish and English need', async () => {
    const characters = await firstCharacters();
    for (const character of 'Återhör på ö – “it’s 187.50 €”…') expect(characters).toContain(character);
  });
});
