import { type ComponentType, createElement, use } from 'react';
import { announceLost } from '#client/ui/hydrated-event.ts';
import { inTime } from '#client/ui/in-time.ts';

/**
 * Lazy loading of something that a prerendered page already shows: a long text, which would otherwise delay the page's
 * first script. When it does not load in time, the page says so and stays as it is: React would replace what the server sent by
 * an error, so the promise of a failed attempt never settles.
 * @param load an `import()` of its file
 * @returns starts loading: the same promise every time, as React's `use` needs it. A failed attempt is forgotten, so that
 * the next one asks the server again
 */
export function late<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let attempt: Promise<Value> | undefined;
  return () => {
    attempt ??= inTime(load()).catch(() => {
      attempt = undefined;
      announceLost();
      return new Promise<never>(() => {});
    });
    return attempt;
  };
}

/**
 * The same for a component: it suspends until its code is loaded.
 * @param load `import(…).then((part) => part.Name)`. From any other way of naming an export Vite makes a longer call, in every
 * page's first load, to drop the file's other exports
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const component = late(load);
  return (props) => createElement(use(component()), props);
}
