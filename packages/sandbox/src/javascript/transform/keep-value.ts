import type { Edit } from './edits.js';
import { nodeAt, nodesAt, type SyntaxNode } from './syntax-tree.js';

const withoutValue = new Set(['AssignmentExpression', 'UpdateExpression']);

/** The last statement of a cell if it is an expression whose value is shown. An assignment's value is not. */
export function shownStatement(tree: SyntaxNode): SyntaxNode | undefined {
  const last = nodesAt(tree, 'body').at(-1);
  if (last?.type !== 'ExpressionStatement' || last['directive'] === 'use strict') return undefined;
  const expression = nodeAt(last, 'expression');
  return expression === undefined || withoutValue.has(expression.type) ? undefined : last;
}

/**
 * Awaits the expression of a statement, so that the script's completion value is the result of its promise. The first
 * edit goes before all others, the second after them.
 */
export function keepValue(
  source: string,
  statement: SyntaxNode,
): readonly [before: Edit, after: Edit] {
  const { start, end } = statement;
  const hasSemicolon = source[end - 1] === ';' && nodeAt(statement, 'expression')?.end !== end;
  const close = hasSemicolon ? end - 1 : end;
  return [
    { start, end: start, text: 'await (' },
    { start: close, end: close, text: ')' },
  ];
}
