/** An error of the service, with its own exception name. Any other exception is a bug of the stand-in. */
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
 * The service's message for each exception, if there is only one. It also lists every exception that the controls can
 * cause. The words are the service's, as quoted in its users' reports; the marked ones are our own, because no report
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

/** Whether the stand-in knows a service exception of this name. */
export function isExceptionName(name: string): name is ExceptionName {
  return Object.hasOwn(usualMessages, name);
}

/**
 * An error by name.
 * @param message the service's message; its usual one for that exception when left out
 */
export function refusal(type: ExceptionName, message: string = usualMessages[type]): IdentityError {
  return new IdentityError(type, message);
}
