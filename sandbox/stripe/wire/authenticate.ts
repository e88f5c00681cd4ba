import { StripeApiError } from './errors.ts';

const help =
  'See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.';

/**
 * Checks the secret key of a call, as a bearer token or as the user name of basic authentication.
 * @returns the key
 * @throws StripeApiError 401 without a key, with a publishable key, and with anything that is no test key
 */
export function authenticate(authorization: string | undefined): string {
  const key = keyIn(authorization);
  if (key === null)
    throw refuse(
      `You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). ${help}`,
    );
  if (key.startsWith('pk_'))
    throw refuse(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    );
  if (!/^(?:sk|rk)_test_\w+$/.test(key)) throw refuse(`Invalid API Key provided: ${masked(key)}`);
  return key;
}

function keyIn(authorization: string | undefined): string | null {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(credentials, 'base64').toString().split(':')[0] || null;
}

function masked(key: string): string {
  return key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

function refuse(message: string, code?: string): StripeApiError {
  return new StripeApiError(
    401,
    { type: 'invalid_request_error', message, ...(code !== undefined && { code }) },
    false,
  );
}
