import { expect, it } from 'vitest';
import { unseen } from './unseen.ts';

it('What nobody sees is found in runs, and what may stay is left', () => {
  const text = 'a\u0000\u001b[2Jb\u202ec\u2028\u2029d\ne\tf';
  expect(text.replace(unseen(''), ' ')).toBe('a [2Jb c d e f');
  expect(text.replace(unseen('\\n\\t'), '·')).toBe('a·[2Jb·c·d\ne\tf');
  expect('\u0000\n\u0000'.replace(unseen('\\n'), '')).toBe('\n');
  expect('Åsa 🎧 ‘ok’ \u00a0'.replace(unseen(''), '')).toBe('Åsa 🎧 ‘ok’ \u00a0');
});
