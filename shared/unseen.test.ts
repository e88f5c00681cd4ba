import { expect, it } from 'vitest';
import { replaceUnseen } from './unseen.ts';

it('What nobody sees is replaced, and what may stay is left', () => {
  const text = 'a\u0000\u001b[2Jb\u202ec\u2028\u2029d\ne\tf';
  expect(replaceUnseen(text, ' ')).toBe('a  [2Jb c  d e f');
  expect(replaceUnseen(text, '·', '\n\t')).toBe('a··[2Jb·c··d\ne\tf');
  expect(replaceUnseen('Åsa 🎧 ‘ok’ \u00a0', '')).toBe('Åsa 🎧 ‘ok’ \u00a0');
});
