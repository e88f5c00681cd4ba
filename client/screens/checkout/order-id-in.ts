/**
 * The order's id in what a buyer has kept of it: the id alone, or any address that holds it.
 * @returns `null` when there is none in it
 */
export function orderIdIn(text: string): string | null {
  return /cs_[A-Za-z0-9_]{1,200}/.exec(text)?.[0] ?? null;
}
