/**
 * Extracts the order's id from what a buyer has kept: the id alone, or any URL that contains it.
 * @returns `null` when there is none
 */
export function orderIdIn(text: string): string | null {
  return /cs_[A-Za-z0-9_]{1,200}/.exec(text)?.[0] ?? null;
}
