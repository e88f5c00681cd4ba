import { describe, expect, it } from 'vitest';
import { heading, link, list, quote, steps } from './letter.ts';
import { renderLetter } from './render.ts';

const render = (...parts: Parameters<typeof renderLetter>[0]['parts']) =>
  renderLetter({ subject: 'A <letter>', parts });

describe('a letter as plain text', () => {
  it('is broken between words, and indented where a list or a quotation goes on', () => {
    const long = 'word '.repeat(20).trim();
    const { text } = render(long, list([long]), steps([long, 'short']), quote(`${long}\n\n  end`));
    const lines = text.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(76);
    expect(text).toContain('\n\n- word');
    expect(text).toContain('\n  word');
    expect(text).toContain('\n2. short');
    expect(text).toContain('\n    word');
    expect(text.endsWith('\n\n      end\n')).toBe(true);
    // Nothing is lost or added.
    expect(text.match(/word/g)).toHaveLength(80);
  });

  it('indents every line of a quotation that goes on', () => {
    const { text } = render(quote('word '.repeat(40).trim()));
    expect(text.trimEnd().split('\n')).toEqual(expect.arrayContaining([expect.stringMatching(/^ {4}word/)]));
    expect(text.trimEnd()).not.toMatch(/^ {0,3}\S/m);
  });

  it('never breaks an address, and gives links as they are', () => {
    const url = `https://shop.example.org/${'x'.repeat(100)}`;
    expect(render(`See ${url} now`, link('Your order', url)).text).toBe(
      `See\n${url}\nnow\n\nYour order:\n${url}\n`,
    );
  });

  it('says headings in capitals', () => {
    expect(render(heading('How to play')).text).toBe('HOW TO PLAY\n');
  });
});

describe('a letter as a page', () => {
  it('says the same words, escaped', () => {
    const { html } = render('<b> & "c"', heading('<h>'), list(['<i>']), link('<l>', 'https://a.b/?c&d'));
    expect(html).toContain('<h1>A &lt;letter&gt;</h1>');
    expect(html).toContain('<p>&lt;b&gt; &amp; &quot;c&quot;</p>');
    expect(html).toContain('<h2>&lt;h&gt;</h2>');
    expect(html).toContain('<li>&lt;i&gt;</li>');
    expect(html).toContain('href="https://a.b/?c&amp;d">&lt;l&gt;</a>');
  });

  it('links addresses in our own words, without the point behind them, and none in what was typed', () => {
    const words = 'Write to help@example.org, or see https://example.org/a.';
    const { html } = render(words, quote(words));
    expect(html).toContain(
      '<p>Write to <a href="mailto:help@example.org">help@example.org</a>, or see <a href="https://example.org/a">https://example.org/<wbr>a</a>.</p>',
    );
    expect(html).toContain(`<blockquote dir="auto">${words}</blockquote>`);
  });

  it('links addresses without TLS, as those of a shop on the own machine, and mailboxes of any domain', () => {
    const { html } = render('See http://localhost:3000 or a@mail.shop.example.org');
    expect(html).toContain('<a href="http://localhost:3000">');
    expect(html).toContain('<a href="mailto:a@mail.shop.example.org">');
  });

  it('has each part, each item and each line of a quotation on a line of its own', () => {
    const { html } = render(list(['a', 'b']), steps(['c', 'd']), quote('e\nf'));
    expect(html).toContain(
      [
        ...['<ul>', '<li>a</li>', '<li>b</li>', '</ul>', '<ol>', '<li>c</li>', '<li>d</li>', '</ol>'],
        ...['<blockquote dir="auto">e<br>', 'f</blockquote>'],
      ].join('\n'),
    );
  });

  it('fetches and runs nothing', () => {
    const { html } = render('x');
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});
