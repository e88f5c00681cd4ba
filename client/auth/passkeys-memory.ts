import { browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/**
 * What this browser stores about passkeys. The user name is that of the person who made a passkey here or signed in with
 * one: the service only asks for a passkey of a named user, so with the stored name an empty form can start. It proves
 * nothing. If the browser stores nothing, less is offered; that is no error.
 */
const nameKey = 'passkey-name';
const offeredKey = 'passkey-offered';

/** The user name of the person who signs in with a passkey in this browser; `null` if unknown. */
export function passkeyName(): string | null {
  return storedText(browserStorage(), nameKey) ?? null;
}

export function rememberPasskeyName(username: string | null): void {
  storeText(browserStorage(), nameKey, username);
}

/** Whether a passkey was offered in this browser, which is done only once. */
export function passkeyWasOffered(): boolean {
  return storedText(browserStorage(), offeredKey) === 'yes';
}

export function notePasskeyOffered(): void {
  storeText(browserStorage(), offeredKey, 'yes');
}
