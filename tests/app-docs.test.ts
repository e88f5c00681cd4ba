import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { claimSchema } from '#shared/api/claims.ts';
import { useCodeResponseSchema } from '#shared/api/use-code.ts';

/** A chapter of the page for the app's developers. */
const chapterOf = (title: string) =>
  readFileSync('docs/app.md', 'utf8')
    .split(/^## /m)
    .find((chapter) => chapter.startsWith(title)) ?? '';

it.each([
  ['Codes', useCodeResponseSchema],
  ['Claim links', claimSchema],
] as const)('docs/app.md says under %s what to say about every error there', (title, answer) => {
  for (const error of answer.shape.error.unwrap().options)
    expect(chapterOf(title)).toMatch(new RegExp(`^\\|[^|]*\`${error}\``, 'm'));
});
