/** What people type into letters that go to others: to whoever they name, who may not have asked for it. */

/** Many digits that are no telephone number: days, spans of years, round thousands. */
const numbers = [
  /\b(?:19|20)\d\d[\p{Pd}. /]?[01]?\d[\p{Pd}. /]?[0-3]?\d\b/gu,
  /\b[0-3]?\d[\p{Pd}. /]?[01]?\d[\p{Pd}. /]?(?:19|20)\d\d\b/gu,
  /\b(?:19|20)\d\d ?\p{Pd} ?(?:19|20)\d\d\b/gu,
  /\b[1-9]\d{0,2}(?: 000)+\b/g,
];

/**
 * Whether mail programs could turn some of it into a link: a scheme (`tel:1`; `EU:s` is a word), an address, four numbers, a
 * telephone number, a folder of another computer, or a word with a dot in it, of whatever characters (`💩.la` is a real site).
 * That includes a full stop or a colon without a space after it, which the buyer can correct. Invisible characters and
 * look-alike dots are read as browsers read them in a host (Unicode UTS 46, section 4).
 */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const rest = numbers.reduce((left, number) => left.replace(number, ':'), plain);
  return (
    /:\/\/|\\\\|\S@\S|\d(?:[.。]\d+){3}|[^\s.。][.。]\p{L}[\p{L}\p{M}]/u.test(plain) ||
    /\p{L}:(?!\p{L}{1,3}[^\p{L}\p{N}\s]*(?:\s|$))[\p{L}\p{N}+/\\]/u.test(plain) ||
    /\p{Nd}(?:[\p{Pd} ()./]*\p{Nd}){6}/u.test(rest)
  );
}
