import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { AdventureId } from '#shared/unlocks.ts';
import { type LedgerVerbs, openVerbs } from '#tests/support/ledger-verbs.ts';
import { askIdentity } from '../support/identity-calls.ts';
import { newEmail, password } from '../support/people.ts';
import { type Shop, webClientId } from '../support/shop.ts';
import { expect } from './fixtures.ts';

/** The specification's words (sections 4, 5 and 8), and the identity service's own where it is shown "as is". */
export const texts = {
  loginFailed: 'Something went wrong, are you sure you entered the correct credentials?',
  newCode: 'New code sent to your email inbox!',
  codeMismatch: 'Invalid verification code',
  expiredCode: 'Invalid code provided, please request a code again.',
  usernameCharacters: 'Username contains invalid characters (such as spaces)',
  passwordCharacters: 'Password contains invalid characters (such as spaces)',
  passwordsDiffer: "Passwords don't match",
  passwordTooShort: 'Password must be at least 8 characters long',
  limitExceeded: 'Attempt limit exceeded, please try after some time.',
  tooManyFailed: 'Too many failed attempts, please try after some time.',
  unreachable:
    'We could not reach the sign-in service. Check your connection, and whether a blocker in your browser stops it, then try again.',
} as const;

/** What the browser writes when a connection ends without an answer. */
export const droppedConnection = /net::ERR_/;

export const newPassword = 'Another-adventure-2025';

/** An account holder. */
export interface Reader {
  username: string;
  email: string;
}

function newReader(): Reader {
  return { username: `reader-${randomUUID().slice(0, 8)}`, email: newEmail() };
}

/** Makes an account with a confirmed address. */
export function confirmedReader(shop: Shop, { emailVerified = true } = {}): Reader {
  const reader = newReader();
  shop.sandbox.identity.seedUser({ ...reader, password, emailVerified, confirmed: true });
  return reader;
}

/** Makes an account whose confirmation code is still in the inbox. */
export async function unconfirmedReader(shop: Shop): Promise<Reader> {
  const reader = newReader();
  await askIdentity(shop.sandboxUrl, 'SignUp', {
    ClientId: webClientId,
    Username: reader.username,
    Password: password,
    UserAttributes: [{ Name: 'email', Value: reader.email }],
  });
  return reader;
}

/** Makes the identity service refuse the next call of the operation with this exception. */
export function refuseNext(shop: Shop, operation: string, exception: string, message?: string): void {
  shop.sandbox.identity.injectFault({
    operation,
    exception,
    ...(message === undefined ? {} : { message }),
  });
}

/**
 * Presses a button while the identity service drops every connection of an operation, expects an error that names the network
 * and the typed text unchanged, and restores the network. Browsers retry a call whose connection was dropped,
 * so dropping a single one would not be noticed.
 */
export async function pressWithoutNetwork(page: Page, shop: Shop, operation: string, button: string) {
  const typed = await page.locator('main form input').evaluateAll(inputValues);
  shop.sandbox.identity.injectFault({ operation, drop: true, times: 20 });
  await press(page, button);
  await expect(page.getByRole('alert').getByText(texts.unreachable)).toBeVisible();
  shop.sandbox.identity.clearFaults();
  await expect(page.getByRole('button', { name: button })).toBeEnabled();
  expect(await page.locator('main form input').evaluateAll(inputValues)).toEqual(typed);
}

const inputValues = (inputs: Element[]) => inputs.map((input) => (input as HTMLInputElement).value);

/** Opens the account page and waits for the sign-in form. */
export async function openLogin(page: Page): Promise<void> {
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

export async function openCreateAccount(page: Page): Promise<void> {
  await openLogin(page);
  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
}

export async function openForgotPassword(page: Page): Promise<void> {
  await openLogin(page);
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Get a reset code' })).toBeVisible();
}

/** A field of the current step, by its whole label. */
export function field(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(label, { exact: true });
}

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

/** Fills in the login form and submits it. */
export async function submitLogin(page: Page, username: string, typedPassword = password): Promise<void> {
  await fill(page, { 'Username or email': username, Password: typedPassword });
  await press(page, 'Sign In');
}

/** Expects an error of the whole form. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: text })).toBeVisible();
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
}

/** Expects an error beside its field, associated with it for screen readers, and the focus in the field. */
export async function expectFieldFault(page: Page, label: string, text: string): Promise<void> {
  await expect(field(page, label)).toHaveAccessibleDescription(
    new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  );
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
}

/** Expects the account page of this person. */
export async function expectSignedIn(page: Page, username: string): Promise<void> {
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
}

/** Signs somebody in through the account page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await openLogin(page);
  await submitLogin(page, username);
  await expectSignedIn(page, username);
}

/** Puts activation codes into the shop's database, as the operator does. */
export async function addCodes(shop: Shop, codes: Record<string, AdventureId[]>): Promise<void> {
  await withStore(shop, (ledger) =>
    ledger.addActivationCodes(
      Object.entries(codes).map(([code, unlocks]) => ({ code, campaign: 'test', unlocks })),
      new Date(),
    ),
  );
}

export function revokeCode(shop: Shop, code: string): Promise<void> {
  return withStore(shop, (ledger) => ledger.revokeActivationCode(code, new Date()));
}

async function withStore(shop: Shop, work: (ledger: LedgerVerbs) => Promise<unknown>) {
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  try {
    await work(ledger);
  } finally {
    await ledger.close();
  }
}
