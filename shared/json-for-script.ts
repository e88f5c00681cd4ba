/** A value as the JSON text of a script element. "<" is escaped, so no text in it can end the element or open a comment. */
export const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
