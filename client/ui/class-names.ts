/** The class names that apply, in one attribute value; `undefined` and `false` are left out. */
export function classNames(...names: (string | undefined | false)[]): string {
  return names.filter(Boolean).join(' ');
}
