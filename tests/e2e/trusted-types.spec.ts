import { expect, test } from './fixtures.ts';
import { offerAttempt, policyErrors } from './policy-attempts.ts';

/** Missing in TypeScript's DOM types. */
declare const trustedTypes: {
  defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
};

test.use({ expectedErrors: [policyErrors] });

test('A string can become HTML or a script address in a page only through the one policy', async ({
  page,
}) => {
  await offerAttempt(page);
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => 'trustedTypes' in window && trustedTypes.defaultPolicy !== null);
  const outcomes = await page.evaluate(() => {
    const holder = document.createElement('div');
    return {
      prose: attempt(() => {
        holder.innerHTML = '<p>A voice in the dark.</p>';
      }),
      handler: attempt(() => {
        holder.innerHTML = '<img src="x" onerror="alert(1)">';
      }),
      foreignWorker: attempt(() => {
        new Worker('https://evil.example.com/worker.js');
      }),
      secondPolicy: attempt(() => {
        trustedTypes.createPolicy('another', { createHTML: (text) => text });
      }),
    };
  });
  expect(outcomes).toEqual({
    prose: 'let through',
    handler: 'TypeError',
    foreignWorker: 'TypeError',
    secondPolicy: 'TypeError',
  });
});
