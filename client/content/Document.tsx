import { use } from 'react';
import { HtmlProse } from '#client/ui/Prose.tsx';

/** A Markdown file's exports. */
export interface MarkdownModule {
  html: string;
}

/**
 * A text from `client/content`. Waits for it under the page's Suspense boundary.
 * @param text made by `late`, outside of any component
 */
export function Document({ text }: { text: () => Promise<MarkdownModule> }) {
  return <HtmlProse html={use(text()).html} />;
}
