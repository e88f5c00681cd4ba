/** A refusal in the service's own terms. Everything else that is thrown is a fault of the stand-in itself. */
export class IdentityError extends Error {
  /** The exception's name on the wire, for example `CodeMismatchException`. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = type;
    this.type = type;
  }
}

/**
 * The text the service sends with an exception when there is only one. It also names every exception that the controls
 * can throw. The words are the service's, as quoted in its users' reports; those marked are our own, because no report
 * quotes them.
 */
const usualMessages = {
  AliasExistsException: 'An account with the email already exists.',
  CodeDeliveryFailureException: 'Unable to deliver code to user',
  CodeMismatchException: 'Invalid verification code provided, please try again.',
  EnableSoftwareTokenMFAException: 'Code mismatch',
  ExpiredCodeException: 'Invalid code provided, please request a code again.',
  // Our own words.
  ForbiddenException: 'Request not allowed by the web application firewall.',
  // Our own words.
  InternalErrorException: 'The service failed.',
  // Our own words.
  InvalidParameterException: 'A parameter is not valid.',
  InvalidPasswordException: 'Password did not conform with policy: Password not long enough',
  LimitExceededException: 'Attempt limit exceeded, please try after some time.',
  NotAuthorizedException: 'Incorrect username or password.',
  // Our own words.
  PasswordHistoryPolicyViolationException: 'Password has been used before.',
  PasswordResetRequiredException: 'Password reset required for the user',
  // Our own words.
  ResourceNotFoundException: 'The resource does not exist.',
  // Our own words.
  TooManyFailedAttemptsException: 'Too many failed attempts, please try after some time.',
  TooManyRequestsException: 'Too many requests',
  // Our own words.
  UnauthorizedException: 'The token was not issued to this client.',
  UnsupportedTokenTypeException: 'Unsupported token type',
  UserNotConfirmedException: 'User is not confirmed.',
  UserNotFoundException: 'User does not exist.',
  // Our own words.
  WebAuthnChallengeNotFoundException: 'No registration of a passkey has begun.',
  // Our own words.
  WebAuthnCredentialNotSupportedException: 'The passkey is not supported.',
  // Our own words.
  WebAuthnNotEnabledException: 'Passkeys are not enabled for this user pool.',
  // Our own words.
  WebAuthnOriginNotAllowedException: 'The origin is not of the relying party.',
  UsernameExistsException: 'User already exists',
} as const satisfies Record<string, string>;

export type ExceptionName = keyof typeof usualMessages;

/** Whether the service has an exception of this name that the stand-in knows. */
export function isExceptionName(name: string): name is ExceptionName {
  return Object.hasOwn(usualMessages, name);
}

/**
 * A refusal by name.
 * @param message what the service says; its usual text for that exception when left out
 */
export function refusal(type: ExceptionName, message: string = usualMessages[type]): IdentityError {
  return new IdentityError(type, message);
}
