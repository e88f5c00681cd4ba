import { expect, it } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';

it('Lines of key and value at the top are taken off, and the text begins after them', () => {
  expect(splitFrontMatter('---\ntitle: A: b\ndate: 2026-01-02\n---\nText\n---\nmore\n')).toEqual({
    frontMatter: { title: 'A: b', date: '2026-01-02' },
    body: 'Text\n---\nmore\n',
  });
});

it('A text without such lines is left as it is', () => {
  for (const body of ['Text\n', 'Text\n---\ntitle: A\n---\n', '----\ntitle: A\n---\n'])
    expect(splitFrontMatter(body)).toEqual({ frontMatter: {}, body });
});

it('Lines that are never closed, and a line that is no key and value, are refused', () => {
  expect(() => splitFrontMatter('---\ntitle: A\nText')).toThrow('never closed');
  for (const line of ['no value', 'title:', 'title: ', ': A', '- title: A'])
    expect(() => splitFrontMatter(`---\n${line}\n---\n`), line).toThrow(`"${line}"`);
});
