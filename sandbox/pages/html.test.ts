import { describe, expect, it } from 'vitest';
import { html, page, withQuery } from './html.ts';

describe('a template for markup', () => {
  it('escapes every value, in text and in attributes', () => {
    const typed = `<b>"Tom" & 'Ann'</b>`;
    const safe = '&lt;b&gt;&quot;Tom&quot; &amp; &#x27;Ann&#x27;&lt;/b&gt;';
    expect(html`<p title="${typed}">${typed}</p>`.markup).toBe(`<p title="${safe}">${safe}</p>`);
  });

  it('takes markup as it is, joins lists, and leaves nothing behind for null, undefined and false', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.markup).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>0',
    );
  });

  it('is not confused by backslashes', () => {
    expect(html`<input pattern="${'\\-'}">`.markup).toBe('<input pattern="\\-">');
  });
});

describe('a page', () => {
  it('escapes its title and has no script', () => {
    const markup = page('A & B', html`<h1>Hello</h1>`);
    expect(markup).toContain('<title>A &amp; B</title>');
    expect(markup).not.toContain('<script');
  });
});

it('a link keeps a query value whole', () => {
  expect(withQuery('/inbox', 'to', 'a+b&c@example.com')).toBe('/inbox?to=a%2Bb%26c%40example.com');
});
