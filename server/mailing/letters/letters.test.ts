import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleLetters } from '#tests/support/sample-letters.ts';
import { renderLetter } from './render.ts';

/**
 * Every letter as it is read, word for word, in `samples/`: after a change `npx vitest run server/mailing/letters -u`, and read
 * what has changed. How they look is in tests/e2e/letters.thorough.spec.ts.
 */
describe.each(Object.entries(sampleLetters))('the letter %s', (kind, letter) => {
  const { subject, text, html } = renderLetter(letter);

  it('reads as it was read by people', async () => {
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`samples/${kind}.txt`);
  });

  it('says the same words as a page', () => {
    const words = (of: string) => of.replace(/\s+/g, '').toLowerCase();
    const page = html
      .slice(html.indexOf('</h1>'), html.indexOf('</main>'))
      // A button says its words, and the text its address as well.
      .replace(/<a class="way" href="([^"]*)">([^<]*)<\/a>/g, '$2:$1')
      .replace(/<[^>]+>/g, '')
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&');
    const plain = text.replace(/^(- |\d+\. )/gm, '');
    expect(words(page)).toBe(words(plain));
  });

  it('stands in docs/operations.md, "Mail", with when it is written', () => {
    const rows = readFileSync('docs/operations.md', 'utf8').match(/^\| `[a-z-]+`[^|]*\|/gm) ?? [];
    expect(rows.join('\n')).toContain(`\`${kind}\``);
  });
});
