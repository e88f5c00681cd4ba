// The two account holders of unit tests, and a cipher for what is stored encrypted.

import type { Account } from '#server/identity/identity-provider.ts';
import { createCipher } from '#server/providers/cipher.ts';

export const anna: Account = {
  id: 'sub-anna',
  username: 'anna',
  email: 'anna@example.com',
  emailVerified: true,
};
export const bo: Account = { id: 'sub-bo', username: 'bo', email: 'bo@example.com', emailVerified: true };

export const testCipher = createCipher(['a session key of these tests, long enough']);
