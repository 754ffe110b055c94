import { nodeAt, nodesAt, type SyntaxNode } from '../transform/syntax-tree.js';

/** The name that an identifier is. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Identifier' ? String(node['name']) : undefined;
}

/** Whether a node is a function expression. */
export function isFunction(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** The text of a literal. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const [only, ...more] = node?.type === 'TemplateLiteral' ? nodesAt(node, 'quasis') : [];
  if (only === undefined || more.length > 0) return undefined;
  const value = only['value'] as { readonly cooked?: unknown } | undefined;
  return typeof value?.cooked === 'string' ? value.cooked : undefined;
}

/** The name of a member expression's property, if it is written literally. */
export function keyOf(member: SyntaxNode): string | undefined {
  const property = nodeAt(member, 'property');
  return member['computed'] === true ? textOf(property) : nameOf(property);
}

/**
 * Visits the targets of a pattern (`[a, { b: c.d }]`: `a`, `c.d`), and the expressions in it: defaults, computed keys.
 */
export function eachTarget(
  node: SyntaxNode | undefined,
  visitTarget: (target: SyntaxNode) => void,
  visitValue: (value: SyntaxNode) => void,
): void {
  const within = (inner: SyntaxNode | undefined): void => {
    eachTarget(inner, visitTarget, visitValue);
  };
  const visitEach = (value: SyntaxNode | undefined): void => {
    if (value !== undefined) visitValue(value);
  };
  if (node === undefined) return;
  switch (node.type) {
    case 'AssignmentPattern':
      visitEach(nodeAt(node, 'right'));
      within(nodeAt(node, 'left'));
      break;
    case 'ArrayPattern':
      for (const item of nodesAt(node, 'elements')) within(item);
      break;
    case 'ObjectPattern':
      for (const property of nodesAt(node, 'properties')) {
        if (property['computed'] === true) visitEach(nodeAt(property, 'key'));
        within(property.type === 'RestElement' ? property : nodeAt(property, 'value'));
      }
      break;
    case 'RestElement':
      within(nodeAt(node, 'argument'));
      break;
    default:
      visitTarget(node);
  }
}

/** The function with which a statement ends the run, in every case. */
export function enderOf(statement: SyntaxNode, enders: ReadonlySet<string>): string | undefined {
  let call = nodeAt(statement, 'expression');
  if (call?.type === 'AwaitExpression') call = nodeAt(call, 'argument');
  if (call?.type !== 'CallExpression' || nodesAt(call, 'arguments').length === 0) return undefined;
  const name = nameOf(nodeAt(call, 'callee'));
  return name !== undefined && name !== 'answer' && enders.has(name) ? name : undefined;
}
