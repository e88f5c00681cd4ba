import { type ChildNode, type Container, parse, type Root } from 'postcss';

/** Critical CSS and the rest. */
export interface SplitStylesheet {
  /** What public pages show: inlined into every page. */
  critical: string;
  /** What only hydrated pages show, and the screens of accounts, cart and orders: a file that is loaded later. */
  deferred: string;
}

/**
 * Splits the stylesheet into critical and deferred CSS, by CSS module: the rules of a module (`Operator.module.css`, …) are
 * deferred when no public page's HTML has any of its classes. A module is never divided, so that states which only appear
 * after a click are styled from the start.
 * @param css with classes and animations named `Module-name` (vite.config.ts)
 * @param bodies the HTML of every public page
 * @throws {Error} when the layers stand in the wrong order
 */
export function splitStylesheet(css: string, bodies: readonly string[]): SplitStylesheet {
  assertLayersInOrder(css);
  const shown = new Set(
    bodies.flatMap((body) =>
      [...body.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes = '']) =>
        classes.match(/\b[A-Z]\w*(?=-)/g),
      ),
    ),
  );
  const isDeferred = (name: string) => {
    const modules = name.match(/(?<=^|[.\s])[A-Z]\w*(?=-)/g) ?? [];
    return modules.length > 0 && modules.every((module) => !shown.has(module));
  };
  const part = (keep: (name: string) => boolean) => {
    const root: Root = parse(css);
    keepRules(root, keep);
    return root.toString();
  };
  return { critical: part((name) => !isDeferred(name)), deferred: part(isDeferred) };
}

/** Removes every rule and animation whose selector or name does not pass, and what is empty then. */
function keepRules(container: Container, keep: (name: string) => boolean): void {
  container.each((node: ChildNode) => {
    if (node.type === 'rule') {
      if (!keep(node.selector)) node.remove();
    } else if (node.type === 'atrule' && node.nodes && !/^(?:font-face|page)$/.test(node.name)) {
      if (!/keyframes$/.test(node.name)) {
        keepRules(node, keep);
        if (node.nodes.length === 0) node.remove();
      } else if (!keep(node.params)) node.remove();
    } else if (!keep('')) node.remove();
  });
}

/**
 * Cascade layers are ordered by where each is first named, and a bundler may move files.
 * @throws {Error} when the components would lose against the base
 */
function assertLayersInOrder(css: string): void {
  const order = [
    ...new Set([...css.matchAll(/@layer ([a-z, ]+)[{;]/g)].flatMap(([, names = '']) => names.split(/, */))),
  ];
  if (order.join() !== 'reset,tokens,base,components,preferences') {
    throw new Error(`The stylesheet's layers stand in the wrong order: ${order.join()}.`);
  }
}
