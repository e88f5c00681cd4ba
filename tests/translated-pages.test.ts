import { globSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

/*
 * A browser that translates a page puts elements of its own in the place of texts, and React knows nothing of it: it throws
 * where it removes such a text or inserts something before it, and a text that it changes is no longer on the page. Where a
 * text is all that is in its element, React sets the content of the element, which works.
 */

type Parent = ESTree.JSXElement | ESTree.JSXFragment;
type Child = ESTree.JSXChild | ESTree.Expression;

/** Those that React gets: without the source's line breaks and comments. */
const childrenOf = ({ children }: Parent) =>
  children.filter((child) =>
    child.type === 'JSXText'
      ? !/^\s*\n\s*$/.test(child.value)
      : child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression',
  );

/** What an expression may come to, by its conditions. */
function outcomesOf(child: Child): Child[] {
  switch (child.type) {
    case 'JSXExpressionContainer':
      return child.expression.type === 'JSXEmptyExpression' ? [] : outcomesOf(child.expression);
    case 'ParenthesizedExpression':
      return outcomesOf(child.expression);
    case 'ConditionalExpression':
      return [...outcomesOf(child.consequent), ...outcomesOf(child.alternate)];
    case 'LogicalExpression':
      return [...outcomesOf(child.left), ...outcomesOf(child.right)];
    default:
      return [child];
  }
}

/** Whether it is certainly text. Spaces alone are not translated. */
function isText(child: Child): boolean {
  switch (child.type) {
    case 'JSXText':
      return child.value.trim() !== '';
    case 'Literal':
      return typeof child.value === 'string' && child.value.trim() !== '';
    case 'JSXExpressionContainer':
      return outcomesOf(child).some(isText);
    case 'BinaryExpression':
      return child.operator === '+';
    default:
      return child.type === 'TemplateLiteral';
  }
}

const isElement = (child: Child) => child.type === 'JSXElement';

/** Whether it has a text, and something beside it. */
const isMixed = (parent: Parent) => childrenOf(parent).length > 1 && childrenOf(parent).some(isText);

const has = (name: string, { openingElement: { attributes } }: ESTree.JSXElement) =>
  attributes.some((each) => each.type === 'JSXAttribute' && each.name.name === name);

/** Where a file changes what a browser has translated, a line each. */
function faultsOf(file: string, source: string): string[] {
  const faults: string[] = [];
  const add = (advice: string, { start, end }: Child) => {
    const code = source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80);
    faults.push(`${file}:${source.slice(0, start).split('\n').length} ${advice}: ${code}`);
  };
  const lookAt = (parent: Parent) => {
    const children = childrenOf(parent);
    const isWhole = children.length === 1 && isElement(parent);
    for (const [index, child] of children.entries()) {
      const outcomes = outcomesOf(child);
      const next = children[index + 1];
      if (outcomes.length < 2) continue;
      if (outcomes.some((each) => each.type === 'JSXFragment' && childrenOf(each).some(isText)))
        add('put what comes and goes into an element, not a fragment', child);
      else if (!isWhole && outcomes.some(isText))
        add('write the sentence as one string, in an element that has nothing else', child);
      else if (next && isText(next) && outcomes.some(isElement))
        add('put the text after it into an element', child);
    }
  };
  new Visitor({
    JSXFragment: lookAt,
    JSXElement(element) {
      lookAt(element);
      // While a button is busy it shows something else.
      if (has('busy', element) && isMixed(element)) add('put its text into one element', element);
    },
    ConditionalExpression(condition) {
      const unkeyed = outcomesOf(condition)
        .filter(isElement)
        .filter((each) => !has('key', each));
      const nameOf = ({ openingElement: { name } }: ESTree.JSXElement) => source.slice(name.start, name.end);
      for (const one of unkeyed.filter(isMixed))
        if (unkeyed.some((other) => other !== one && nameOf(other) === nameOf(one)))
          add('give it a key: React would make the one element of the other', one);
    },
  }).visit(parseSync(file, source).program);
  return faults;
}

it('What changes on a page changes, and breaks nothing, where a browser translates the page', () => {
  const files = globSync('client/**/*.tsx').filter((file) => !file.includes('.test.'));
  expect(files.flatMap((file) => faultsOf(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it.each([
  '<p>It stands{ends ? `, and ends` : ""}.</p>',
  '<p>{open ? "Hide" : "Show"} details</p>',
  '<p><b>{title}</b>{ends && ", and ends"}</p>',
  '<p>{name ?? "nobody"}, today</p>',
  '<>{open ? "Hide" : "Show"}</>',
  '<p>{ends ? <>It <b>ends</b></> : null}</p>',
  '<p>{ends ? <b>Ended</b> : null} or not</p>',
  '<Button busy={busy}><Icon /> Listen</Button>',
  'ends ? (<p>It <b>ends</b>.</p>) : other ? <b>It stands.</b> : <p>It stands.</p>',
])('refuses %s', (source) => {
  expect(faultsOf('Sample.tsx', source)).toHaveLength(1);
});

it.each([
  '<p>{open ? "Hide" : "Show"}</p>',
  '<p><b>{title}</b> <span>{ends ? "It ends." : ""}</span></p>',
  '<p>{ends ? <b>Ended</b> : null}<span>or not</span></p>',
  '<p>{count > 1 && <b>Several</b>}</p>',
  '<p>{ends ? "It ends." : <b>It stands.</b>}{/* a comment */}</p>',
  'ends ? <p key="ends">It <b>ends</b>.</p> : <p>It stands.</p>',
  'ends ? <p>It ends.</p> : <p>It stands.</p>',
])('takes %s', (source) => {
  expect(faultsOf('Sample.tsx', source)).toEqual([]);
});
