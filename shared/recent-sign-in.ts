/** How recent a sign-in must be for what cannot be undone, in milliseconds. */
export const recentSignInMs = 10 * 60 * 1000;
