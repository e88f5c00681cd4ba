import { use, useEffect, useRef } from 'react';
import { HtmlProse } from '#client/ui/Prose.tsx';
import { late } from './late.ts';

/** A Markdown file's exports. */
export interface MarkdownModule {
  html: string;
}

/** A lazily loaded text. */
type LateText = () => Promise<MarkdownModule>;

/** The texts of one kind, by home. @param files of `import.meta.glob`: `…/adventures/{id}/{name}.md` */
export function textsByHome(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): ReadonlyMap<string, LateText> {
  return new Map(
    Object.entries(files).map(
      ([path, load]) => [path.split('/').at(-2) ?? '', late(load as LateText)] as const,
    ),
  );
}

/**
 * A text from `client/content` or an adventure's home; suspends until it is loaded.
 * @param text made by `late`, outside of any component
 */
export function Document({ text }: { text: LateText }) {
  const { html } = use(text());
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another document's
  useEffect(() => {
    const text = place.current;
    // Few texts change with the date, and only on pages built before that date.
    if (!text?.querySelector('[data-turns-on]')) return;
    import('./follow-calendar.ts').then(
      (part) => part.followCalendar(text, new Date()),
      // The text stays as it was built.
      () => undefined,
    );
  }, [html]);
  return <HtmlProse html={html} ref={place} />;
}
