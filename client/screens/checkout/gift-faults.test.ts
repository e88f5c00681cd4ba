import { expect, it } from 'vitest';
import { messageFault } from './gift-faults.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

it('Words that fit on the card are in order, with empty lines around them or without', () => {
  for (const words of ['', 'x'.repeat(400), `  ${'x'.repeat(400)}\n`, lines(12), `\n\n${lines(12)}\n\n`])
    expect(messageFault(words)).toBeNull();
});

it('Words that are too many are never cut: the buyer reads how many fit', () => {
  expect(messageFault('x'.repeat(612))).toBe(
    'These are 612 characters, and 400 fit on the card. Take some out.',
  );
  expect(messageFault(lines(14))).toBe('These are 14 lines, and 12 fit on the card. Join some of them.');
});
