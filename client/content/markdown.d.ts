/** A Markdown file, as scripts/build/markdown.ts hands it over. */
declare module '*.md' {
  export const html: string;
}

/** The same with a list of its chapters, to which links lead by their ids. */
declare module '*.md?chapters' {
  export const html: string;
  export const chapters: readonly { id: string; title: string }[];
}
