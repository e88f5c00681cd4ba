/** The code for no answer, or none that makes sense, from the identity service. */
export const networkErrorCode = 'NetworkError';

/** The code for a sign-in library that could not be fetched. A browser does not fetch a failed module again. */
export const notLoadedCode = 'NotLoaded';

/** The code for a passkey that was not used; the message is in words to show. */
export const passkeyCode = 'Passkey';

/** The code for an account that takes no mailed code in place of the password. */
export const noMailedCodesCode = 'NoMailedCodes';

/** What the identity service refused, with its own exception name as `code` and its own text as `message`. */
export class IdentityProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IdentityProblem';
    this.code = code;
  }
}
