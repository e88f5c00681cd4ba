import type { Page } from '@playwright/test';
import { fill, press } from './account-steps.ts';
import { expect } from './fixtures.ts';

/** A device with passkeys: Chromium's virtual authenticator. */
export interface Device {
  /** Whether its user approves every request, also those of the user name field's suggestion; otherwise requests stay unanswered. */
  agrees: (yes: boolean) => Promise<void>;
  /** Whether its user can unlock it (user verification). */
  unlocks: (yes: boolean) => Promise<void>;
  forgetEverything: () => Promise<void>;
}

export async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    async agrees(enabled) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async unlocks(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async forgetEverything() {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}

export async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Show your passkeys');
  await press(page, 'Add a passkey on this device');
  await expect(page.getByText('The passkey is added.')).toBeVisible();
}

/** Signs out in a browser that then suggests no passkey by itself, because the stored user name is deleted. */
export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('passkey-name'));
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

/** Signs out without taking the passkey that the browser then suggests. */
export async function signOutUnmoved(page: Page, device: Device): Promise<void> {
  await device.agrees(false);
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
}

export async function signInWithPasskey(page: Page, username: string): Promise<void> {
  await fill(page, { 'Username or email': username });
  await press(page, 'Sign in with a passkey');
}

/** Changes the passkey options in the challenge of the service. */
export async function changeQuestion(page: Page, change: object): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const target = route.request().headers()['x-amz-target'] ?? '';
      if (!target.endsWith('.InitiateAuth')) return route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      const { CREDENTIAL_REQUEST_OPTIONS: asked } = answer.ChallengeParameters;
      const options = { ...JSON.parse(asked), ...change };
      answer.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS = JSON.stringify(options);
      return route.fulfill({ response, json: answer });
    },
  );
}

/** The site's texts about passkeys. */
export const passkeyWords = {
  notUsed: 'No passkey was used: the dialogue was closed, or took too long. Try again, or use your password.',
  none: 'No passkey signs in to this account: it has none, or it asks for a code from an app. Use your password.',
  offer: 'Sign in without a password next time',
};
