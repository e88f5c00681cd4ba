// The form of an address as operators name one. An account's verified address may have one that guests are not allowed
// (identity-input.ts), such as `o'neil@example.com`, and is stored with its orders.

const wholeAddress = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[\p{L}\d-]{2,}$/u;

/** Whether a normalised address is whole: one, with all of its parts. */
export const isWholeAddress = (normalised: string): boolean => wholeAddress.test(normalised);
