import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pressReleases } from '#shared/press.ts';
import { site } from '#shared/site.ts';
import { renderMarkdown } from './markdown.ts';

describe('a Markdown document', () => {
  it('becomes HTML, with its front matter beside it', () => {
    expect(renderMarkdown('---\ntitle: A door: open\ndate: 2024-09-07\n---\n\nYou *listen*.\n')).toEqual({
      frontMatter: { title: 'A door: open', date: '2024-09-07' },
      html: '<p>You <em>listen</em>.</p>\n',
    });
  });

  it('names facts and paths of the site instead of repeating them', () => {
    const { html } = renderMarkdown('[Write]({{paths.contact}}) to {{site.email.privacy}}');
    expect(html).toContain('href="/contact"');
    expect(html).toContain(site.email.privacy);
  });

  it.each(['{{site.email.nobody}}', '{{site.email}}', '{{paths.product}}', '{{site.constructor.name}}'])(
    'fails the build where %s names nothing',
    (placeholder) => {
      expect(() => renderMarkdown(placeholder)).toThrow(/names no text/);
    },
  );

  it('fails the build when its front matter is never closed or holds something else', () => {
    expect(() => renderMarkdown('---\ntitle: A door\n')).toThrow(/never closed/);
    expect(() => renderMarkdown('---\ntitle\n---\n')).toThrow(/key: value/);
  });
});

describe('the press articles', () => {
  const folder = 'client/content/press';

  it('are one file for each slug of the specification', () => {
    expect(readdirSync(folder).sort()).toEqual(pressReleases.map(({ slug }) => `${slug}.md`).sort());
  });

  it.each(pressReleases)('say in $slug.md what the list of releases says of it', ({ slug, ...listed }) => {
    const { frontMatter, html } = renderMarkdown(readFileSync(`${folder}/${slug}.md`, 'utf8'));
    expect(frontMatter).toEqual(listed);
    expect(html.length).toBeGreaterThan(600);
  });
});
