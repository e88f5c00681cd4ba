const named = (list: string): string[] =>
  list
    .trim()
    .split(/\s+/)
    .map((name) => `${name}Exception`);

/**
 * All exceptions of the identity service, as the AWS SDK declares them; a thorough test compares. Which call throws which is
 * documented, but the service does not follow that everywhere.
 */
export const identityExceptions = named(`
  AccessDenied AliasExists CodeDeliveryFailure CodeMismatch ConcurrentModification DeviceKeyExists
  DuplicateProvider EnableSoftwareTokenMFA ExpiredCode FeatureUnavailableInTier Forbidden GroupExists
  InternalError InternalServer InvalidEmailRoleAccessPolicy InvalidLambdaResponse InvalidOAuthFlow
  InvalidParameter InvalidPassword InvalidSmsRoleAccessPolicy InvalidSmsRoleTrustRelationship
  InvalidUserPoolConfiguration LimitExceeded MFAMethodNotFound ManagedLoginBrandingExists
  NotAuthorized OperationNotEnabled PasswordHistoryPolicyViolation PasswordResetRequired
  PreconditionNotMet RefreshTokenReuse ResourceNotFound ScopeDoesNotExist ServiceQuotaExceeded
  SoftwareTokenMFANotFound TermsExists TierChangeNotAllowed TooManyFailedAttempts TooManyRequests
  Unauthorized UnexpectedLambda UnsupportedIdentityProvider UnsupportedOperation UnsupportedTokenType
  UnsupportedUserState UserImportInProgress UserLambdaValidation UserNotConfirmed UserNotFound
  UserPoolAddOnNotEnabled UserPoolTagging UsernameExists WebAuthnChallengeNotFound
  WebAuthnClientMismatch WebAuthnConfigurationMissing WebAuthnCredentialNotSupported
  WebAuthnNotEnabled WebAuthnOriginNotAllowed WebAuthnRelyingPartyMismatch
`);

/** Those declared for the four calls about passkeys. */
export const passkeyExceptions = named(`
  Forbidden InternalError InvalidParameter LimitExceeded NotAuthorized OperationNotEnabled
  PasswordResetRequired ResourceNotFound TooManyRequests WebAuthnChallengeNotFound
  WebAuthnClientMismatch WebAuthnConfigurationMissing WebAuthnCredentialNotSupported
  WebAuthnNotEnabled WebAuthnOriginNotAllowed WebAuthnRelyingPartyMismatch
`);
