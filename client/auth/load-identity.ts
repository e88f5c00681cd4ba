import { siteConfig } from '#client/config.ts';
import { accountStore } from './account.ts';
import type { Identity } from './identity.ts';
import { IdentityProblem, notLoadedCode } from './identity-problem.ts';
import type { PickedPasskey } from './passkeys.ts';
import type { SignInOutcome } from './sign-in.ts';

export type LoadIdentity = () => Promise<Identity>;

let loading: Promise<Identity> | null = null;

/**
 * The identity service; its library is lazily loaded on the first call.
 * @throws {IdentityProblem} `NotLoaded` when the library could not be fetched: some browsers try again only after a reload
 */
export function loadIdentity(): Promise<Identity> {
  loading ??= import('./cognito.ts').then(
    (module) => module.createIdentity(siteConfig().identity),
    (cause: unknown) => {
      loading = null;
      throw new IdentityProblem(notLoadedCode, 'The sign-in code could not be loaded', cause);
    },
  );
  return loading;
}

/**
 * Signs in with a passkey; what knows them is loaded with the first use.
 * @throws {IdentityProblem}
 */
export async function signInWithPasskey(username: string): Promise<SignInOutcome> {
  const passkeys = await import('./passkeys.ts').catch((cause: unknown) => {
    throw new IdentityProblem(notLoadedCode, 'The code for passkeys could not be loaded', cause);
  });
  return passkeys.signInWithPasskey(accountStore(), siteConfig().identity, username);
}

/**
 * A passkey that somebody picks in the user name field, as long as the signal lets it wait.
 * @returns `null` when nothing was picked, or can be
 */
export async function pickedPasskey(signal: AbortSignal): Promise<PickedPasskey | null> {
  // Nobody has asked for anything yet: whoever presses the button hears of code that cannot be loaded.
  const passkeys = await import('./passkeys.ts').catch(() => null);
  return passkeys?.pickedPasskey(accountStore(), siteConfig().identity, signal) ?? null;
}

/** Whether the site's pool takes passkeys and this browser can make and read them. */
export function takesPasskeys(): boolean {
  return (
    siteConfig().identity.passkeys &&
    'PublicKeyCredential' in window &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Whether the site's pool signs people in with mailed codes. */
export function takesMailedCodes(): boolean {
  return siteConfig().identity.mailedCodes;
}

/** Begins to load the library while the person still types. Whoever needs it hears of a failure, not this call. */
export function prefetchIdentity(): void {
  loadIdentity().catch(() => undefined);
}
