/** A Markdown file, as scripts/build/markdown.ts hands it over. */
declare module '*.md' {
  export const html: string;
}
