import { identityMessages, passingFault } from './identity-error.ts';
import { IdentityProblem, passkeyCode } from './identity-problem.ts';

const notSetUp =
  'Passkeys are not set up properly in this shop. Sign in with your password; we would be glad to hear of it.';

/** Texts for the service's exceptions of passkey calls. */
const exceptions: Record<string, string> = {
  InvalidParameterException:
    'The sign-in service did not accept this passkey. Try again, or use another device.',
  LimitExceededException: 'This account has as many passkeys as it may have.',
  NotAuthorizedException: 'Your sign-in is over. Load the page again and sign in.',
  OperationNotEnabledException: notSetUp,
  PasswordResetRequiredException: 'Reset your password first: sign out, and sign in again.',
  ResourceNotFoundException: 'This passkey is removed already. Load the page again.',
  TooManyRequestsException: identityMessages.outage,
  ForbiddenException: identityMessages.outage,
  WebAuthnChallengeNotFoundException: 'That took too long. Try again.',
  WebAuthnClientMismatchException: notSetUp,
  WebAuthnConfigurationMissingException: notSetUp,
  WebAuthnCredentialNotSupportedException:
    'The sign-in service does not take passkeys of this kind. Try another device.',
  WebAuthnNotEnabledException: notSetUp,
  WebAuthnOriginNotAllowedException: notSetUp,
  WebAuthnRelyingPartyMismatchException: notSetUp,
};

/** The error text for making, listing or removing a passkey. */
export function passkeyFaultText(error: unknown): string {
  if (error instanceof IdentityProblem) {
    const words = error.code === passkeyCode ? error.message : exceptions[error.code];
    if (words) return words;
  }
  return passingFault(error)?.message ?? (error instanceof Error ? error.message : String(error));
}

const kinds: readonly (readonly [transports: readonly string[], words: string])[] = [
  [['internal', 'hybrid'], 'on a phone or computer'],
  [['usb', 'nfc', 'ble', 'smart-card'], 'on a security key'],
];

/** The kind of device that stores a passkey, from its transports (Web Authentication, section 5.8.4). */
export function passkeyKind(transports: readonly string[]): string {
  const found = kinds.find(([ways]) => transports.some((transport) => ways.includes(transport)));
  return found?.[1] ?? 'on a device of yours';
}
