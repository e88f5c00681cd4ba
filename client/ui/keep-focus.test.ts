import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { giveFocus } from './keep-focus.ts';

it('computes the layout before the focus is given: otherwise WebKit does not scroll to it', () => {
  const asked: string[] = [];
  const element = { getBoundingClientRect: () => asked.push('layout'), focus: () => asked.push('focus') };
  giveFocus(element as unknown as HTMLElement);
  expect(asked).toEqual(['layout', 'focus']);
});

it('is how every screen gives the focus; only a navigation scrolls by itself', () => {
  const files = globSync('client/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] });
  const calls = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.focus\([^)]*\)/g)].map(([call]) => `${file}: ${call}`),
  );
  expect(calls.toSorted()).toEqual([
    'client/shell/Navigation.tsx: .focus({ preventScroll: true })',
    'client/ui/keep-focus.ts: .focus()',
  ]);
});
