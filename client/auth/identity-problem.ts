/** The code for no answer, or an invalid one, from the identity service. */
export const networkErrorCode = 'NetworkError';

/** The code for a failure of the identity service itself: not of whoever asks. */
export const serviceFailedCode = 'InternalErrorException';

/** The code for a sign-in library that could not be loaded. Browsers do not retry a failed module. */
export const notLoadedCode = 'NotLoaded';

/** The code for a failed or cancelled passkey; the message can be shown. */
export const passkeyCode = 'Passkey';

/** The code for an account that cannot sign in with a mailed code. */
export const noMailedCodesCode = 'NoMailedCodes';

/** An error of the identity service, with its exception name as `code` and its own text as `message`. */
export class IdentityProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IdentityProblem';
    this.code = code;
  }
}
