/**
 * A plug-in of Stryker that leaves sentences alone: what a log line, a refusal or an error says beside its code is for
 * people, and a test that repeats it would only have to be changed with it. Codes and fields are mutated like all else.
 */

/** A node of the syntax tree (babeljs.io/docs/babel-types), as far as it matters here. */
interface Node {
  type: string;
  name?: string;
  property?: Node;
  object?: Node;
  callee?: Node;
  arguments?: readonly Node[];
}

const wordings = new Set(['StringLiteral', 'TemplateLiteral', 'BinaryExpression']);

/** Which argument of a call is a sentence, if one is. */
function sentenceOf({ type, callee }: Node): number {
  if (type === 'NewExpression') {
    if (callee?.name === 'Refusal' || callee?.name === 'DatabaseFault') return 1;
    return callee?.name?.endsWith('Error') ? 0 : -1;
  }
  const owner = callee?.object?.property ?? callee?.object;
  return type === 'CallExpression' && owner?.name === 'log' ? 1 : -1;
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'wordings',
    value: {
      /** @returns why a node is not mutated, or `undefined` when it is */
      shouldIgnore({ node, parent }: { node: Node; parent: Node | null }): string | undefined {
        if (!parent || !wordings.has(node.type)) return undefined;
        const place = parent.arguments?.indexOf(node) ?? -1;
        return place >= 0 && place === sentenceOf(parent) ? 'a sentence for people' : undefined;
      },
    },
  },
];
