import type { Edit } from './edits.js';
import { nodeAt, nodesAt, type SyntaxNode } from './syntax-tree.js';

/**
 * Makes top-level `let`, `const` and `class` into `var`, so that a later cell sees them and may declare them
 * again. Lines stay where they are.
 */
export function keepBindings(tree: SyntaxNode): Edit[] {
  const edits: Edit[] = [];
  for (const statement of nodesAt(tree, 'body')) {
    if (statement.type === 'VariableDeclaration') {
      const kind = String(statement['kind']);
      if (kind !== 'let' && kind !== 'const') continue;
      const { start } = statement;
      edits.push({ start, end: start + kind.length, text: 'var'.padEnd(kind.length) });
    } else if (statement.type === 'ClassDeclaration') {
      const name = nodeAt(statement, 'id')?.['name'];
      if (typeof name !== 'string') continue;
      edits.push({ start: statement.start, end: statement.start, text: `var ${name}=` });
      edits.push({ start: statement.end, end: statement.end, text: ';' });
    }
  }
  return edits;
}
