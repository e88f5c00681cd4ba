/** What people type into letters that go to others: to whoever they name, who may not have asked for it. */

/**
 * Whether mail programs could turn some of it into a link: a scheme, an address, four numbers, or a word with a dot in it,
 * of whatever characters (`💩.la` is a real site). That includes a full stop without a space after it, which the buyer can
 * correct. Invisible characters and look-alike dots are read as browsers read them in a host (Unicode UTS 46, section 4).
 */
export const holdsLink = (text: string): boolean =>
  /:\/\/|\S@\S|\d(?:[.。]\d+){3}|[^\s.。][.。]\p{L}[\p{L}\p{M}]/u.test(
    text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  );
