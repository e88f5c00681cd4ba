/**
 * Takes the `key: value` lines between two `---` lines off the top of a Markdown file.
 * @throws {Error} when they are never closed, or a line is no `key: value`
 */
export function splitFrontMatter(source: string): { frontMatter: Record<string, string>; body: string } {
  if (!source.startsWith('---\n')) return { frontMatter: {}, body: source };
  const end = source.indexOf('\n---\n', 3);
  if (end === -1) throw new Error('The front matter is never closed with a line "---".');
  const lines = source.slice(4, end).split('\n');
  const frontMatter = Object.fromEntries(
    lines.map((line) => {
      const [, key, value] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!key || !value) throw new Error(`"${line}" in the front matter is no "key: value".`);
      return [key, value] as const;
    }),
  );
  return { frontMatter, body: source.slice(end + 5) };
}
