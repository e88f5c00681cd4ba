import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOwnProse, isOwnScript } from '#client/shell/trusted-types.ts';
import { catalogue } from '#shared/catalogue.ts';
import { escapeMarkup, fillFacts } from '#shared/fill-facts.ts';
import { descriptionOf } from '#shared/product-words.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { ownProcessorTime } from '#tests/support/own-processor-time.ts';
import { renderMarkdown } from '../../scripts/build/markdown.ts';

describe("the pages' one Trusted Types policy", () => {
  it("lets the catalogue's texts through", () => {
    for (const product of catalogue) {
      expect(isOwnProse(descriptionOf(product))).toBe(true);
    }
  });

  it('lets every article and page text through', () => {
    const files = globSync('{adventures,client/content}/**/*.md');
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      // As built today, and as built before every day on which a text changes.
      for (const day of [undefined, '2000-01-01']) {
        const { html } = renderMarkdown(readFileSync(file, 'utf8'), day);
        const shown = fillFacts(html, exampleFacts, escapeMarkup);
        expect([file, isOwnProse(shown)]).toEqual([file, true]);
      }
    }
  });

  it('lets the address of a fact through, with an apostrophe and a parameter in it', () => {
    const address = escapeMarkup("https://pledge.example.com/it's?a=1&b=2");
    expect(isOwnProse(`<p><a href="${address}">It</a></p>`)).toBe(true);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" JaVaScRiPt:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href="/&Tab;/evil.example.com">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="blob:https://shop.example.com/x">x</a>',
    '<a href="http://evil.example.com/">x</a>',
    '<a href="//evil.example.com/">x</a>',
    '<a href="/\\\\evil.example.com/">x</a>',
    "<a href='/x'>x</a>",
    '<iframe src="https://evil.example.com"></iframe>',
    '<svg><animate onbegin="alert(1)" /></svg>',
    '<p style="position:fixed">x</p>',
    '<form action="/x"><button>x</button></form>',
    '<base href="https://evil.example.com/">',
    '<img srcset="/art/x.avif 480w, https://evil.example.com/x 2w">',
    '<img srcset="//evil.example.com/art/x 2w">',
    '<img sizes="1px" onload="x">',
    '<!-- --><p>x</p>',
    '<p',
  ])('refuses %s', (text) => {
    expect(isOwnProse(text)).toBe(false);
  });

  it('answers long texts at once, whatever they are', () => {
    const startedAt = ownProcessorTime();
    expect(isOwnProse(`${'<p class="a" '.repeat(20_000)}`)).toBe(false);
    expect(isOwnProse(`<p${' class'.repeat(20_000)}!`)).toBe(false);
    expect(ownProcessorTime() - startedAt).toBeLessThan(1000);
  });

  it("lets only the site's own scripts and workers be loaded", () => {
    const base = 'https://shop.example.com';
    expect(isOwnScript('/assets/worker.js', base)).toBe(true);
    expect(isOwnScript('https://shop.example.com/assets/worker.js', base)).toBe(true);
    expect(isOwnScript('https://evil.example.com/x.js', base)).toBe(false);
    expect(isOwnScript('//evil.example.com/x.js', base)).toBe(false);
    expect(isOwnScript('data:text/javascript,x', base)).toBe(false);
    expect(isOwnScript('blob:https://evil.example.com/x', base)).toBe(false);
  });
});
