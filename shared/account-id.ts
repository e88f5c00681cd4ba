/** Whether this has the form of an account's id at the identity service (`sub`). */
export const isAccountId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
