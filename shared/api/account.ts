import { z } from 'zod';

/** The body of `deleteAccount`, with the id token as bearer: the access token is what lets the user be deleted. */
export const deleteAccountRequestSchema = z.object({
  accessToken: z.string().min(1).max(8192).describe('Of the same sign-in as the id token.'),
});
