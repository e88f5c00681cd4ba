import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calls } from '#shared/api/calls.ts';
import { claimSchema } from '#shared/api/claims.ts';
import { useCodeResponseSchema } from '#shared/api/use-code.ts';
import * as endpoints from '#shared/endpoints.ts';

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

it('docs/app.md says what to do about every problem of a call that the app makes, beside those that all calls have', () => {
  const { useCode, claim, previewClaim, download, deleteAccount } = endpoints;
  for (const endpoint of [useCode, claim, previewClaim, download, deleteAccount] as const)
    for (const problem of calls[endpoint].problems)
      expect(readFileSync('docs/app.md', 'utf8'), endpoint).toContain(`\`${problem}\``);
});
