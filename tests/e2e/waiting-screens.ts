import type { Page } from '@playwright/test';
import type { ClaimLink } from '#shared/api/claims.ts';
import { newEmail } from '../support/people.ts';
import { holdRequests } from './account-forms.ts';
import { conclude, goToPay, sessionOf } from './buyer-steps.ts';
import { expect, test } from './fixtures.ts';
import { watchShifts } from './layout-shifts.ts';

/** A cumulative layout shift that Web Vitals calls good. */
const good = 0.1;

/** Tests that on screens of these sizes nothing visible jumps when the answers arrive that a page waits for. */
export async function expectNoJumps(page: Page, sizes: { width: number; height: number }[]): Promise<void> {
  await goToPay(page, 'fist', newEmail());
  const claimLink = page.waitForResponse('**/claim-link');
  await conclude(page, 'pay');
  const { url } = (await (await claimLink).json()) as ClaimLink;
  const id = sessionOf(page);
  // Layout shifts by late fonts have their own test (fonts.thorough.spec.ts).
  await page.route('**/*.woff2', (route) => route.fulfill({ status: 204 }));
  const shifts = await watchShifts(page);
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    for (const [path, calls, asking, answer] of [
      [
        new URL(url).pathname,
        '**/api/claims/preview',
        'Looking at what is in it',
        'Or put it on your account here',
      ],
      [`/shop/success?session_id=${id}`, '**/api/orders/*', 'Asking how your payment stands', 'Into the app'],
      [`/shop/order?id=${id}`, '**/api/orders/*', 'Asking how your payment stands', 'Into the app'],
      ['/account', '**/api/session', 'Looking for your account', 'Sign In'],
    ] as const) {
      await test.step(`${path} at ${width}`, async () => {
        const release = await holdRequests(page, calls);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        const waits = page.getByText(asking);
        await expect(waits).toBeVisible();
        await shifts();
        release();
        await expect(page.getByRole('heading', { name: answer })).toBeVisible();
        await expect(waits).toBeHidden();
        expect(await shifts()).toBeLessThan(good);
        await page.unroute(calls);
      });
    }
  }
}
