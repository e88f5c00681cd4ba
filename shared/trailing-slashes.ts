/**
 * A path or URL without the slashes at its end. A loop, because `/\/+$/` tries again at every slash: for a path of many
 * slashes with a letter at the end, which anybody may send, that takes quadratic time.
 */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
