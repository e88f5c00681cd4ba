import { type ChildNode, type Container, type Declaration, parse, type Root, type Rule } from 'postcss';

/** Critical CSS of each page, and what every page loads later. */
interface SplitStylesheet {
  /**
   * The rules that a page needs to be shown, with the tokens that they use: inlined into it.
   * @param body the page's HTML
   * @param script the boot script, which may use tokens
   */
  critical(body: string, script?: string): string;
  /**
   * All tokens and rules of components, in their order, for what a hydrated page shows besides: a file that is loaded later.
   * It says the critical ones again, because of two rules that are equally specific the later one wins: so a page's own
   * rules would lose against those that stood before them.
   */
  deferred: string;
}

/** The layer of the CSS modules, and of what stands about single pictures. */
const components = 'components';

/** The layer of the design tokens. */
const tokens = 'tokens';

/** How components look on paper: nobody prints a page before the deferred file is there. Colours on paper are tokens. */
const onPaper = 'print';

/**
 * Splits the stylesheet into critical and deferred CSS: of the components' rules a page gets those that match something in its
 * HTML, as far as classes, pictures and worlds tell. What a class that scripts add needs comes with the scripts (client/start.ts).
 * @param css with classes and animations named `Module-name` (vite.config.ts)
 * @throws {Error} when the layers stand in the wrong order
 */
export function splitStylesheet(css: string): SplitStylesheet {
  assertLayersInOrder(css);
  const part = (keep: Keep) => {
    const root: Root = parse(css);
    // The minifier sets these wherever a colour scheme is, for `light-dark()`, which nothing here uses.
    if (!css.includes('var(--lightningcss-'))
      root.walkDecls(/^--lightningcss-/, (unused) => void unused.remove());
    keepRules(root, keep, '');
    return root;
  };
  return {
    critical(body, script = '') {
      const shown = namesIn(body);
      const root = part((selectors) =>
        selectors.some((selector) => [...namesOf(selector)].every((name) => shown.has(name))),
      );
      removeUnusedAnimations(root);
      removeUnusedTokens(root, body + script);
      return root.toString();
    },
    deferred: part(
      (selectors, layer) =>
        layer === components || layer === tokens || selectors.some((selector) => namesOf(selector).size > 0),
    ).toString(),
  };
}

/** The classes of modules, the modules themselves, the pictures and worlds of a page, and whether anything in it is disabled. */
function namesIn(body: string): Set<string> {
  const classes = [...body.matchAll(/\sclass="([^"]*)"/g)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => moduleClass.test(name));
  const pictures = [...body.matchAll(/\sdata-(?:art|scene|world)="[^"]*"/g)].map(([pair]) =>
    nameOfPair(pair),
  );
  const disabled = /\sdisabled[\s=>]/.test(body) ? [':disabled'] : [];
  return new Set([...classes, ...classes.map((name) => name.replace(/-.*/, '')), ...pictures, ...disabled]);
}

/** The classes of modules, the pictures, the worlds and the state that a selector needs, or the module of an animation. */
function namesOf(selector: string): Set<string> {
  if (selector === onPaper) return new Set([onPaper]);
  if (moduleClass.test(selector)) return new Set([selector.replace(/-.*/, '')]);
  const needed = selector.replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, '');
  const classes = needed.match(/(?<=\.)[A-Z]\w*-\w+/g) ?? [];
  const pictures = needed.match(/data-(?:art|scene|world)="?[\w-]+/g) ?? [];
  const states = madeByScripts.filter((state) => needed.includes(state));
  return new Set([...classes, ...pictures.map(nameOfPair), ...states]);
}

/** Scripts disable buttons and move from page to page; they come with the deferred file. */
const madeByScripts = [':disabled', '::view-transition'];

/** A class, or an animation, of a CSS module (vite.config.ts). */
const moduleClass = /^[A-Z]\w*-/;

/** `data-art=fod` as it is written in either language. */
const nameOfPair = (pair: string) => pair.replaceAll(/["\s]/g, '');

/** Whether to keep a rule with these selectors, an animation of this name, or what has neither. */
type Keep = (selectors: readonly string[], layer: string) => boolean;

/** Removes every rule and animation whose selector or name does not pass, what is empty then, and comments. */
function keepRules(container: Container, keep: Keep, layer: string): void {
  container.each((node: ChildNode) => {
    if (node.type === 'comment') {
      node.remove();
    } else if (node.type === 'rule') {
      if (!keep(node.selectors, layer)) node.remove();
    } else if (node.type === 'atrule' && node.nodes && !/^(?:font-face|page|property)$/.test(node.name)) {
      if (/keyframes$/.test(node.name)) {
        if (!keep([node.params], layer)) node.remove();
      } else {
        const kept = layer !== components || node.params !== onPaper || keep([onPaper], layer);
        if (!kept) node.removeAll();
        keepRules(node, keep, node.name === 'layer' ? node.params : layer);
        if (node.nodes.length === 0) node.remove();
      }
    } else if (!keep([''], '')) node.remove();
  });
}

/** Removes the animations of modules that no rule left uses: the rules that do come later, and the animations again with them. */
function removeUnusedAnimations(root: Root): void {
  const used = new Set<string>();
  root.walkDecls(/^animation/, ({ value }) => {
    for (const name of value.split(/[\s,]+/)) used.add(name);
  });
  root.walkAtRules(/keyframes$/, (animation) => {
    if (moduleClass.test(animation.params) && !used.has(animation.params)) animation.remove();
  });
}

/** Removes the tokens that no rule left uses, nor another token, nor the page itself: they come later with the rules that do. */
function removeUnusedTokens(root: Root, page: string): void {
  const nameOfUse = /var\((--[\w-]+)/g;
  const used = new Set([...page.matchAll(nameOfUse)].map(([, name]) => name));
  const unused = new Map<string | undefined, Declaration[]>();
  root.walkDecls((declaration) => {
    const { parent, prop } = declaration;
    if (prop.startsWith('--') && parent?.type === 'rule' && (parent as Rule).selector === ':root')
      unused.set(prop, [...(unused.get(prop) ?? []), declaration]);
    else for (const [, name = ''] of declaration.value.matchAll(nameOfUse)) used.add(name);
  });
  // What a used token is made of is used too. A set goes on to what is added meanwhile.
  for (const name of used) {
    for (const { value } of unused.get(name) ?? [])
      for (const [, part] of value.matchAll(nameOfUse)) used.add(part);
    unused.delete(name);
  }
  for (const declarations of unused.values()) for (const declaration of declarations) declaration.remove();
}

/**
 * Cascade layers are ordered by where each is first named, and a bundler may move files.
 * @throws {Error} when the components would lose against the base
 */
function assertLayersInOrder(css: string): void {
  const order = [
    ...new Set([...css.matchAll(/@layer ([a-z, ]+)[{;]/g)].flatMap(([, names = '']) => names.split(/, */))),
  ];
  if (order.join() !== `reset,tokens,base,${components},preferences`) {
    throw new Error(`The stylesheet's layers stand in the wrong order: ${order.join()}.`);
  }
}
