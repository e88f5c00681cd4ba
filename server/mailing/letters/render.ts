// Renders a letter as HTML and plain text (multipart mail).

import type { Letter, Part } from './letter.ts';

/** Longest line of plain text, in characters (RFC 5322 section 2.1.1 advises 78); URLs are never broken. */
const lineLength = 76;

/** Renders a letter: the same words as plain text and as HTML. */
export function renderLetter({ subject, parts }: Letter): { subject: string; text: string; html: string } {
  return {
    subject,
    text: `${parts.map(textOf).join('\n\n')}\n`,
    html: page(subject, parts.map(htmlOf).join('\n')),
  };
}

function textOf(part: Part): string {
  if (typeof part === 'string') return wrap(part);
  switch (part.kind) {
    case 'heading':
      return part.text.toUpperCase();
    case 'list':
      return part.items.map((item) => wrap(item, '- ', '  ')).join('\n');
    case 'steps':
      return part.items.map((item, index) => wrap(item, `${index + 1}. `, '   ')).join('\n');
    case 'link':
      return `${part.label}:\n${part.url}`;
    case 'quote':
      return part.text
        .split('\n')
        .map((line) => wrap(line, '    ', '    ').trimEnd())
        .join('\n');
  }
}

/** Wraps a text between words. */
function wrap(text: string, first = '', further = ''): string {
  const lines: string[] = [];
  let line = first;
  let begun = false;
  for (const word of text.split(' ')) {
    if (begun && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = `${further}${word}`;
    } else {
      line += begun ? ` ${word}` : word;
    }
    begun = true;
  }
  return [...lines, line].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Escapes a text and makes links of URLs and e-mail addresses. On a narrow screen they may break after their slashes. */
const linked = (text: string) =>
  escaped(text).replace(
    /https?:\/\/[^\s<>"]*[^\s<>".,;:]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    (found) =>
      `<a href="${found.includes('://') ? '' : 'mailto:'}${found}">${found.replace(/[^/:]\/(?=[^/])/g, '$&<wbr>')}</a>`,
  );

function htmlOf(part: Part): string {
  const items = (list: readonly string[]) => list.map((item) => `<li>${linked(item)}</li>`).join('\n');
  if (typeof part === 'string') return `<p>${linked(part)}</p>`;
  switch (part.kind) {
    case 'heading':
      return `<h2>${escaped(part.text)}</h2>`;
    case 'list':
      return `<ul>\n${items(part.items)}\n</ul>`;
    case 'steps':
      return `<ol>\n${items(part.items)}\n</ol>`;
    case 'link':
      return `<p><a class="way" href="${escaped(part.url)}">${escaped(part.label)}</a></p>`;
    case 'quote':
      // Without links, and in the direction of its script: a statement of withdrawal or a gift contains what somebody typed.
      return `<blockquote dir="auto">${escaped(part.text).replaceAll('\n', '<br>\n')}</blockquote>`;
  }
}

/**
 * No external resources and no tracking. Mail programs with a dark mode invert text without a colour, so only links have
 * colours, one for each background; programs that drop the styles show a plain page with the same words.
 */
const page = (subject: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0 auto; padding: 24px 16px; max-width: 36em; font: 18px/1.55 "Atkinson Hyperlegible Next", Verdana, sans-serif; overflow-wrap: break-word; }
h1 { font: 500 30px/1.2 Georgia, serif; margin: 0 0 20px; }
h2 { font: 500 22px/1.3 Georgia, serif; margin: 32px 0 8px; }
p, ul, ol, blockquote { margin: 0 0 16px; }
li { margin: 0 0 6px; }
blockquote { padding: 0 0 0 16px; border-left: 4px solid #b9591a; }
a { color: #8a3f0a; }
.way { display: inline-block; padding: 10px 18px; border: 2px solid #b9591a; border-radius: 3px; font-weight: bold; text-decoration: none; }
@media (prefers-color-scheme: dark) { body { background: #0c1a1d; color: #f3eadb; } a { color: #ffb470; } blockquote, .way { border-color: #f59a4a; } }
</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${body}
</main>
</body>
</html>
`;
