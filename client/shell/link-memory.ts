/** The link by which each history entry of this document was left last. */
const followed = new Map<string, string>();

/** Notes the link by which this history entry is left. */
export const keepFollowedLink = (key: string, link: HTMLAnchorElement) => followed.set(key, nameOf(link));

/** The link by which this history entry was left, if it is in the content of the page. */
export function followedLink(key: string): HTMLAnchorElement | undefined {
  const name = followed.get(key);
  return [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => nameOf(link) === name);
}

/** Several links may lead to the same page. */
const nameOf = ({ href, textContent }: HTMLAnchorElement) => href + textContent;
