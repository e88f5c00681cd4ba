import { escapeMarkup } from '#shared/fill-facts.ts';
import { site } from '#shared/site.ts';

/** Markup that is safe to put into a page as it is. */
export interface Markup {
  readonly markup: string;
}

type Content = string | number | Markup | null | undefined | false | readonly Content[];

/**
 * A template for markup: every value is escaped unless it is markup itself. `null`, `undefined` and `false` render
 * nothing. Attribute values must be quoted.
 */
export function html(strings: TemplateStringsArray, ...values: Content[]): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (Array.isArray(content)) return content.map(render).join('');
  if (typeof content === 'object') return (content as Markup).markup;
  return escapeMarkup(String(content));
}

/** An address with one query parameter, for links. */
export function withQuery(path: string, name: string, value: string): string {
  return `${path}?${name}=${encodeURIComponent(value)}`;
}

/** The logo, a listener among rings of sound; decorative beside the name. */
const sign = html`<svg viewBox="0 0 64 64" aria-hidden="true"><circle class="listener" cx="32" cy="32" r="5"/>
<path d="M25 27.5a8.4 8.4 0 0 0 0 9M39 27.5a8.4 8.4 0 0 1 0 9"/><circle cx="32" cy="32" r="15" opacity=".85"/>
<circle cx="32" cy="32" r="22.5" opacity=".55"/><circle cx="32" cy="32" r="30" opacity=".3"/></svg>`;

/**
 * A whole page: no scripts, one stylesheet.
 * @param bare without masthead and footer, to stand in a frame
 */
export function page(title: string, body: Markup, { bare = false } = {}): string {
  const frame = bare
    ? body
    : html`<header class="masthead"><p class="wordmark">${sign}${site.name}</p><p class="mark">Sandbox</p></header>
<main>${body}</main>
<footer><p>A stand-in for services on the internet. <a href="/">What is here</a></p></footer>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body${bare ? html` class="bare"` : null}>
${frame}
</body>
</html>
`.markup;
}
