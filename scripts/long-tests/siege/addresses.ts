const random = (most: number) => Math.floor(Math.random() * most);

/** Sixteen bits of an address, in hexadecimal. */
export const hex = () => random(65_536).toString(16);

/** Anybody's IPv4 address. */
export const anyAddress = () => `${1 + random(220)}.${random(256)}.${random(256)}.${random(256)}`;
