/** Joins class names; `undefined` and `false` are left out. */
export function classNames(...names: (string | undefined | false)[]): string {
  return names.filter(Boolean).join(' ');
}
