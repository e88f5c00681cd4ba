import { browserStorage } from '#client/ui/browser-storage.ts';

/**
 * What this browser remembers of passkeys. The name is that of whoever made a passkey here or signed in with one: the service asks
 * nobody for a passkey before it knows whose, and with it an empty form can. It proves nothing.
 */
const nameKey = 'passkey-name';
const offeredKey = 'passkey-offered';

/** Keeps `value`, or drops what is kept for `null`. A browser that keeps nothing is no fault: less is offered then. */
function keep(key: string, value: string | null): void {
  const storage = browserStorage();
  try {
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch (error) {
    // Full, or forbidden in a private window.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Who signs in with a passkey in this browser; `null` when nobody is known to. */
export function passkeyName(): string | null {
  return browserStorage()?.getItem(nameKey) ?? null;
}

export function rememberPasskeyName(username: string | null): void {
  keep(nameKey, username);
}

/** Whether a passkey was offered in this browser: that is done once. */
export function passkeyWasOffered(): boolean {
  return browserStorage()?.getItem(offeredKey) === 'yes';
}

export function notePasskeyOffered(): void {
  keep(offeredKey, 'yes');
}
