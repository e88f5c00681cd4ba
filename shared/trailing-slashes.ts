/**
 * A path or URL without the slashes at its end. It is a loop because `/\/+$/` would try again at every slash, which takes
 * quadratic time for a path of many slashes that ends in a letter; anybody may send that.
 */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
