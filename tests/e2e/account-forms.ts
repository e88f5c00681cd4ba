import type { Page } from '@playwright/test';
import { totpAt } from '#sandbox/identity/totp.ts';
import { password } from '../support/people.ts';
import { field, fill, newPassword, openLogin, press, submitLogin } from './account-steps.ts';
import { expect } from './fixtures.ts';

/** The details that the form of `/account/create-account` asks for. */
export const details = (email: string, over: Record<string, string> = {}) => ({
  Username: 'newcomer',
  Email: email,
  Password: password,
  ...over,
});

/** The new password, typed twice. */
export const newPasswords = { 'New password': newPassword, 'New password again': newPassword };

/** Expects that a flow shows the step with this heading, and that its live region has announced it. */
export async function expectStep(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading })).toBeFocused();
}

/** Opens the account page and submits the credentials. */
export async function logIn(page: Page, username: string, typedPassword = password): Promise<void> {
  await openLogin(page);
  await submitLogin(page, username, typedPassword);
}

/** CREATE: submits the details. */
export async function submitDetails(page: Page, typed: Record<string, string>): Promise<void> {
  await fill(page, typed);
  await press(page, 'Create Account');
}

/** CONFIRM: submits the code. */
export async function submitCode(page: Page, code: string): Promise<void> {
  await fill(page, { 'Confirmation code': code });
  await press(page, 'Confirm');
}

/** STEP_1: submits the request for a reset code. */
export async function askForResetCode(page: Page, username: string): Promise<void> {
  await fill(page, { 'Username or email': username });
  await press(page, 'Send the code');
}

/** STEP_2 and every other form for a new password; fields that are left out are not filled. */
export async function submitNewPassword(page: Page, typed: Record<string, string>): Promise<void> {
  await fill(page, typed);
  await press(page, 'Change password');
}

/** Unlock Content: submits an activation code. */
export async function activate(page: Page, code: string): Promise<void> {
  await fill(page, { 'Activation code': code });
  await press(page, 'Activate');
}

/** Expects a refused code: its words describe the button that has the focus, and are not read out a second time. */
export async function expectRefused(page: Page, text: string): Promise<void> {
  const again = page.getByRole('main').getByRole('button', { name: 'Try Again' });
  await expect(again).toHaveAccessibleDescription(text);
  await expect(again).toBeFocused();
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(0);
}

/** Holds a page's requests to an address. @returns a function that lets them continue */
export async function holdRequests(
  page: Page,
  url: string | RegExp | ((url: URL) => boolean),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The shop does what the next request for this URL asks, but its answer is lost on the way: a proxy's takes its place. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, json: {} });
    },
    { times: 1 },
  );
}

/**
 * The code that an app shows after the one of now. Each works once, so whoever has just used that one takes this, which the
 * service accepts half a minute early.
 */
export const nextCode = (secret: string): string => totpAt(secret, new Date(Date.now() + 30_000));

/** Begins to set up an authenticator app on the account page, and types its code. @returns its secret */
export async function typeAuthenticatorCode(page: Page): Promise<string> {
  await press(page, 'Show two-step sign-in');
  await press(page, 'Set up an authenticator app');
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  await field(page, 'Code from your authenticator app').fill(totpAt(secret, new Date()));
  return secret;
}
