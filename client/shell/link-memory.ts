/** The link in the content by which each history entry of this document was left last. */
const followed = new Map<string, string>();

/**
 * Notes the link in the content by which this history entry is left, from now on.
 * @returns a function that stops
 */
export function keepFollowedLink(key: string): () => void {
  const note = ({ target }: MouseEvent) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('main a');
    if (link) followed.set(key, nameOf(link));
  };
  document.addEventListener('click', note, true);
  return () => document.removeEventListener('click', note, true);
}

/** The link by which this history entry was left, if it is on the page. */
export function followedLink(key: string): HTMLElement | undefined {
  const name = followed.get(key);
  return [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => nameOf(link) === name);
}

/** Several links may lead to the same page. */
const nameOf = (link: HTMLAnchorElement) => link.href + (link.ariaLabel ?? link.textContent);
