import { browserStorage, changeStorage } from '#client/ui/browser-storage.ts';

/**
 * What this browser stores about passkeys. The user name is that of the person who made a passkey here or signed in with
 * one: the service only asks for a passkey of a named user, so with the stored name an empty form can start. It proves
 * nothing.
 */
const nameKey = 'passkey-name';
const offeredKey = 'passkey-offered';

/** Stores `value`, or deletes it for `null`. If the browser stores nothing, less is offered; that is no error. */
function keep(key: string, value: string | null): void {
  changeStorage(browserStorage(), (kept) =>
    value === null ? kept.removeItem(key) : kept.setItem(key, value),
  );
}

/** The user name of the person who signs in with a passkey in this browser; `null` if unknown. */
export function passkeyName(): string | null {
  return browserStorage()?.getItem(nameKey) ?? null;
}

export function rememberPasskeyName(username: string | null): void {
  keep(nameKey, username);
}

/** Whether a passkey was offered in this browser, which is done only once. */
export function passkeyWasOffered(): boolean {
  return browserStorage()?.getItem(offeredKey) === 'yes';
}

export function notePasskeyOffered(): void {
  keep(offeredKey, 'yes');
}
