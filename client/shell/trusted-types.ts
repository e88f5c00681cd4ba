/**
 * The site's one Trusted Types policy. Pages are sent with `require-trusted-types-for 'script'`, so that a string becomes
 * HTML or the address of a script only through here, wherever in the page it comes from. Our own texts (the catalogue,
 * articles, answers) are plain prose; anything else is refused, with a TypeError where it was tried.
 */

interface Policy {
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/**
 * What prose is made of: an element or attribute that is not named here does not get into a page, nor an address that
 * does not begin as one of the web's, the mail's or the site's own. In addresses the only character reference is `&amp;`, and
 * there is no white space: browsers read `&#106;avascript:` and `java<tab>script:` as a scheme.
 */
const prose =
  /^(?:[^<]|<\/?(?:a|blockquote|br|code|em|figure|h[2-4]|hr|img|li|[ou]l|p|picture|source|span|strong|table|tbody|t[dhr]|thead)(?:\s+(?:(?:align|alt|class|data-(?:art|then|turns-on)|decoding|height|id|lang|loading|rel|sizes|tabindex|title|type|width)="[^"<>]*"|(?:href|src)="(?:https:\/\/|mailto:|\/(?![/\\])|#)(?:[^"<>&\s]|&amp;)*"|srcset="(?:\/art\/[\w.-]+ \d+w(?:, )?)+"))*\s*\/?>)*$/i;

/** Whether a text is prose as above. React's own empty script element, which it makes and never runs, is let through. */
export function isOwnProse(text: string): boolean {
  return prose.test(text) || text === '<script></script>';
}

/** Whether the code at an address is this site's own. */
export function isOwnScript(address: string, base: string): boolean {
  return URL.parse(address, base)?.origin === base;
}

const browser = globalThis as {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/**
 * Sets the policy in browsers that have Trusted Types; in others the content security policy stands alone.
 * @param origin the site's
 */
export function installTrustedTypes(origin: string): void {
  browser.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (isOwnProse(text) ? text : null),
    createScriptURL: (address) => (isOwnScript(address, origin) ? address : null),
  });
}
