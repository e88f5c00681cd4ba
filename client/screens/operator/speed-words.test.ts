import { expect, it } from 'vitest';
import { speedText } from './speed-words.ts';

it('How fast the shop is stands there in words: what half of the visits met, and nine of ten', () => {
  const answers = { visits: 134, half: 80, nineOfTen: 199 };
  const shows = { visits: 140, half: 1247, nineOfTen: 2391 };
  expect(speedText({ device: 'phone', answers, shows })).toBe(
    'On phones the shop answers a press in 80 ms (9 of 10 of 134 visits within 200 ms) and shows a page in 1.2 s (9 of 10 of 140 visits within 2.4 s).',
  );
  expect(speedText({ device: 'tablet', answers, shows: null })).toBe(
    'On tablets the shop answers a press in 80 ms (9 of 10 of 134 visits within 200 ms).',
  );
});

it('Of a few visits no share is claimed', () => {
  const few = { visits: 3, half: 996, nineOfTen: 12_400 };
  expect(speedText({ device: 'desktop', answers: null, shows: few })).toBe(
    'On computers the shop shows a page in 1 s (3 visits, most within 12 s).',
  );
  const one = { visits: 1, half: 64, nineOfTen: 64 };
  expect(speedText({ device: 'desktop', answers: one, shows: null })).toBe(
    'On computers the shop answers a press in 64 ms (1 visit).',
  );
});
