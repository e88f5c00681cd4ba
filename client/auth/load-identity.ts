import { siteConfig } from '#client/config.ts';
import { announceHydrated, announceMissing } from '#client/ui/hydrated-event.ts';
import { inTime } from '#client/ui/in-time.ts';
import { accountStore } from './account.ts';
import type { Identity } from './identity.ts';
import { IdentityProblem, notLoadedCode } from './identity-problem.ts';
import type { PickedPasskey } from './passkeys.ts';
import type { SignInOutcome } from './sign-in.ts';

let loading: Promise<Identity> | null = null;

/**
 * The identity service; its library is lazily loaded on the first call. The page offers to load it again if that fails.
 * @throws {IdentityProblem} `NotLoaded` when the library could not be fetched: some browsers try again only after a reload
 */
export function loadIdentity(): Promise<Identity> {
  return announced(fetchLibrary());
}

function fetchLibrary(): Promise<Identity> {
  loading ??= inTime(import('./cognito.ts')).then(
    (module) => module.createIdentity(siteConfig().identity),
    (cause: unknown) => {
      loading = null;
      throw new IdentityProblem(notLoadedCode, 'The sign-in code could not be loaded', cause);
    },
  );
  return loading;
}

/** Code that somebody has asked for: the page says when it does not come, until it does. @returns the same */
function announced<Part>(part: Promise<Part>): Promise<Part> {
  part.then(announceHydrated, announceMissing);
  return part;
}

/**
 * Signs in with a passkey; the passkey code is loaded on first use.
 * @throws {IdentityProblem}
 */
export async function signInWithPasskey(username: string): Promise<SignInOutcome> {
  const passkeys = await announced(inTime(import('./passkeys.ts'))).catch((cause: unknown) => {
    throw new IdentityProblem(notLoadedCode, 'The code for passkeys could not be loaded', cause);
  });
  return passkeys.signInWithPasskey(accountStore(), siteConfig().identity, username);
}

/**
 * Waits until the signal for a passkey that somebody picks in the user name field.
 * @returns `null` when none was picked, or none can be
 */
export async function pickedPasskey(signal: AbortSignal): Promise<PickedPasskey | null> {
  // Nothing was requested yet: if the code cannot be loaded, pressing the button will report it.
  const passkeys = await import('./passkeys.ts').catch(() => null);
  return passkeys?.pickedPasskey(accountStore(), siteConfig().identity, signal) ?? null;
}

/** Whether the site's pool has passkeys and this browser supports them. */
export function takesPasskeys(): boolean {
  return (
    siteConfig().identity.passkeys &&
    'PublicKeyCredential' in window &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Whether the site's pool has sign-in with mailed codes. */
export function takesMailedCodes(): boolean {
  return siteConfig().identity.mailedCodes;
}

/** Starts loading the library while the person still types. A failure is reported to the later caller that needs it. */
export function prefetchIdentity(): void {
  fetchLibrary().catch(() => undefined);
}
