// The form of an address as operators name one. An account's verified address may have one that guests are not allowed
// (identity-input.ts), such as `o'neil@example.com`, and is stored with its orders.

import { normaliseEmail, withoutUnseen } from './identity-input.ts';

const wholeAddress = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[\p{L}\d-]{2,}$/u;

/** An address with itself in brackets after it, as mail programs write one that has no name. */
const twice = /^["']?(\S+?)["']?\s*[<[](?:mailto:)?\1(?=[>\]])/;

/**
 * The one whole e-mail address in what an operator typed or pasted, normalised: also of `Name <a@b.se>`, `mailto:a@b.se`,
 * `Name [mailto:a@b.se]` as Outlook quotes it, `a@b.se <mailto:a@b.se>`, `a@b.se (Name)`, and with a full stop, a comma or a
 * bracket after it, and without the invisible characters that were copied with it. Other words around it are no part of that,
 * because a space in an address would make it another one.
 * @returns `null` when it is no address, only a part of one, or several
 */
export function wholeAddressIn(typed: string): string | null {
  const once = normaliseEmail(withoutUnseen(typed)).replace(twice, '$1');
  const unnamed = once.replace(/(?<=\S)\s*\([^()@]*\)$/, '');
  const bare = unnamed.replace(/^([^<@]*<|[^[@]*\[)?\s*(mailto:)?|[\s>\].,;]+$/g, '');
  return wholeAddress.test(bare) ? bare : null;
}
