import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { facts } from '#facts';
import { dayInWords } from '#shared/day-in-words.ts';
import { documentVersions } from '#shared/document-versions.ts';
import { fillFacts } from '#shared/fill-facts.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { viewedWorlds } from './home-pictures.ts';
import { renderMarkdown } from './markdown.ts';
import { withArtVersion } from './picture-html.ts';

describe('a Markdown document', () => {
  it('becomes HTML, with its front matter beside it', () => {
    expect(renderMarkdown('---\ntitle: A door: open\ndate: 2024-09-07\n---\n\nYou *listen*.\n')).toEqual({
      frontMatter: { title: 'A door: open', date: '2024-09-07' },
      html: '<p>You <em>listen</em>.</p>\n',
      chapters: [],
    });
  });

  it('has a list of its chapters', () => {
    const { chapters } = renderMarkdown('# Terms\n\n## Who sells\n\n### By law\n\n## What, and when?\n');
    expect(chapters).toEqual([
      { id: 'who-sells', title: 'Who sells' },
      { id: 'what-and-when', title: 'What, and when?' },
    ]);
  });

  it('says that the name of a Swedish act is Swedish, so that a screen reader pronounces it', () => {
    const { html } = renderMarkdown(
      'The Acts (bokföringslagen) and (in Sweden lagen 2023:254 om vissa tjänsters tillgänglighet) hold, (konsumentköplagen 2022:260) too.',
    );
    expect(html).toBe(
      '<p>The Acts (<span lang="sv">bokföringslagen</span>) and (in Sweden <span lang="sv">lagen 2023:254 om vissa tjänsters tillgänglighet</span>) hold, (<span lang="sv">konsumentköplagen 2022:260</span>) too.</p>\n',
    );
  });

  it('marks every Swedish act in the documents of the site', () => {
    const acts = globSync('client/content/pages/*.md').flatMap(
      (file) => renderMarkdown(readFileSync(file, 'utf8')).html.match(/[^ (]*lagen\b/g) ?? [],
    );
    expect(acts.length).toBeGreaterThan(3);
    expect(acts.filter((act) => !act.includes('lang="sv"'))).toEqual([]);
  });

  it('names facts and paths of the site instead of repeating them', () => {
    const { html } = renderMarkdown('[Write]({{paths.contact}}) to {{facts.email.privacy}}');
    expect(html).toContain('href="/contact"');
    expect(html).toContain(facts.email.privacy);
  });

  it('names the page and the link of an adventure by its short name', () => {
    expect(renderMarkdown('[On]({{page of The Fortress of Death}})').html).toContain(
      'href="/fortressofdeath"',
    );
    expect(renderMarkdown('[Back it]({{link of Dracula}})').html).toContain(
      `href="${facts.adventures['dracula']?.link}"`,
    );
  });

  it('says what is about a link or a video of an adventure only where there is one', () => {
    const about = renderMarkdown('{{if video of Dracula}}Listen.{{end video of Dracula}} You enter.').html;
    expect(fillFacts(about, exampleFacts, String)).toContain('Listen. You enter.');
    const without = { ...exampleFacts, adventures: { dracula: { link: null, video: null } } };
    expect(fillFacts(about, without, String)).toMatch(/^<p> ?You enter/);
    expect(() => renderMarkdown('{{if video of F.I.S.T.}}Listen.{{end video of F.I.S.T.}}')).toThrow();
  });

  it('shows a text only where a fact is, and says which version of a document it is', () => {
    const source =
      'Ring{{if facts.company.vatNumber}} {{facts.company.vatNumber}}{{end facts.company.vatNumber}}.';
    const { html } = renderMarkdown(source);
    const company = { ...exampleFacts.company, vatNumber: null };
    expect(fillFacts(html, exampleFacts, String)).toBe('<p>Ring SE556000000001.</p>\n');
    expect(fillFacts(html, { ...exampleFacts, company }, String)).toBe('<p>Ring.</p>\n');
    expect(renderMarkdown('{{version of terms}}').html).toBe(
      `<p>${dayInWords(documentVersions.terms)}</p>\n`,
    );
  });

  it('follows the calendar: before a day with the mark by which the page turns it, from that day on as plain text', () => {
    const text = '## {{until 2099-05-01: Coming on; then: Out since}} 1 May';
    expect(renderMarkdown(text, '2099-04-30').html).toBe(
      '<h2><span data-turns-on="2099-05-01" data-then="Out since">Coming on</span> 1 May</h2>\n',
    );
    expect(renderMarkdown(text, '2099-05-01').html).toBe('<h2>Out since 1 May</h2>\n');
    expect(() => renderMarkdown('{{until tomorrow: a; then: b}}')).toThrow(/names no text/);
  });

  it('shows a picture of the build that stands alone as a figure with words, which loads when it comes near', () => {
    const world = viewedWorlds[0] ?? '';
    const { html } = renderMarkdown(`You see:\n\n![A "door", & light](art:${world}-near)\n\nYou go.\n`);
    expect(html).toMatch(
      new RegExp(`^<p>You see:</p>\\n<figure><picture data-art="${world}-near"><source .*</figure>\\n<p>`),
    );
    expect(html).toContain('alt="A &quot;door&quot;, &amp; light" width="1200" height="800" loading="lazy"');
    expect(
      html.match(new RegExp(`/art/${world}-near-\\d+\\.__ART_VERSION__\\.(avif|webp|jpg)`, 'g')),
    ).toHaveLength(7);
    expect(withArtVersion(JSON.stringify(html))).not.toContain('__ART_VERSION__');
    expect(() => renderMarkdown('![A door](art:nowhere)')).toThrow('art:nowhere is no picture of the site.');
    expect(() => renderMarkdown(`![](art:${world}-near)`)).toThrow('needs words');
    // Anybody else's picture, and one within a sentence, are as Markdown has them.
    expect(renderMarkdown('![A door](/door.jpg)').html).toBe('<p><img src="/door.jpg" alt="A door"></p>\n');
  });

  it.each([
    '{{page of Nobody}}',
    '{{link of F.I.S.T.}}',
    '{{facts.email.nobody}}',
    '{{facts.email}}',
    '{{paths.product}}',
    '{{facts.constructor.name}}',
  ])('fails the build where %s names nothing', (placeholder) => {
    expect(() => renderMarkdown(placeholder)).toThrow(/names no text/);
  });

  it('fails the build when its front matter is never closed or holds something else', () => {
    expect(() => renderMarkdown('---\ntitle: A door\n')).toThrow(/never closed/);
    expect(() => renderMarkdown('---\ntitle\n---\n')).toThrow(/key: value/);
  });
});

describe('the press articles', () => {
  it.each(globSync('{adventures/*,client/content}/press/*.md'))(
    '%s has a text, and a top that says so',
    (file) => {
      const { frontMatter, html } = renderMarkdown(readFileSync(file, 'utf8'));
      expect(Object.keys(frontMatter)).toEqual(['date', 'title', 'summary']);
      expect(html.length).toBeGreaterThan(600);
    },
  );
});
