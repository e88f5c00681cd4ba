/** A Markdown module, as scripts/build/markdown.ts compiles it. */
declare module '*.md' {
  export const html: string;
}

/** The same with a list of its chapters, whose ids are link targets. */
declare module '*.md?chapters' {
  export const html: string;
  export const chapters: readonly { id: string; title: string }[];
}
