/**
 * The site's one Trusted Types policy. Pages are sent with `require-trusted-types-for 'script'`, so that a string can
 * only become HTML or a script's URL through this policy. Our own texts (the catalogue, articles, answers) are plain
 * prose; anything else is refused with a TypeError.
 */

interface Policy {
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/**
 * The allowed HTML: elements and attributes that are not listed here are refused, as are URLs that are not http(s),
 * mailto or the site's own. In URLs the only allowed character references are `&amp;` and `&#x27;`, as facts of the
 * company have them, and white space is refused: browsers read `&#106;avascript:` and `java<tab>script:` as a scheme.
 */
const prose =
  /^(?:[^<]|<\/?(?:a|blockquote|br|code|em|figure|h[2-4]|hr|img|li|[ou]l|p|picture|source|span|strong|table|tbody|t[dhr]|thead)(?:\s+(?:(?:align|alt|class|data-(?:art|then|turns-on)|decoding|height|id|lang|loading|rel|sizes|tabindex|title|type|width)="[^"<>]*"|(?:href|src)="(?:https:\/\/|mailto:|\/(?![/\\])|#)(?:[^"<>&\s]|&(?:amp|#x27);)*"|srcset="(?:\/art\/[\w.-]+ \d+w(?:, )?)+"))*\s*\/?>)*$/i;

/** Whether a text is such prose. React's own empty script element, which it creates and never runs, is allowed. */
export function isOwnProse(text: string): boolean {
  return prose.test(text) || text === '<script></script>';
}

/** Whether a script URL is this site's own. */
export function isOwnScript(address: string, base: string): boolean {
  try {
    return new URL(address, base).origin === base;
  } catch {
    return false;
  }
}

const browser = globalThis as {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/**
 * Installs the policy in browsers that support Trusted Types; others rely on the CSP alone.
 * @param origin the site's
 */
export function installTrustedTypes(origin: string): void {
  browser.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (isOwnProse(text) ? text : null),
    createScriptURL: (address) => (isOwnScript(address, origin) ? address : null),
  });
}
